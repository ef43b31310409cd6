//! Parser for the part of Markdown that the comparison of two pages needs.

/// A part of a page that begins with a heading.
#[derive(Debug, Default)]
pub struct Section {
    /// Level of the heading: its number of `#`.
    pub level: usize,
    pub heading: String,
    /// The code blocks, line by line.
    pub blocks: Vec<Vec<String>>,
    /// The tables: the cells of each row, the line below the head left out.
    pub tables: Vec<Vec<Vec<String>>>,
    /// The lines outside code blocks and tables.
    pub lines: Vec<String>,
}

/// The sections of a page, in their order.
pub fn sections(page: &str) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let mut block: Option<Vec<String>> = None;
    let mut in_table = false;
    for line in page.lines() {
        if line.starts_with("```") {
            match (block.take(), sections.last_mut()) {
                (Some(lines), Some(section)) => section.blocks.push(lines),
                _ => block = Some(Vec::new()),
            }
            continue;
        }
        if let Some(block) = &mut block {
            block.push(line.to_string());
            continue;
        }
        let level = line.chars().take_while(|&c| c == '#').count();
        if level > 0 {
            sections.push(Section {
                level,
                heading: line[level..].trim().to_string(),
                ..Section::default()
            });
            continue;
        }
        let Some(section) = sections.last_mut() else {
            continue;
        };
        if line.starts_with('|') {
            if !in_table {
                section.tables.push(Vec::new());
            }
            in_table = true;
            if !line.starts_with("| ---") {
                section.tables.last_mut().unwrap().push(cells(line));
            }
        } else {
            in_table = false;
            section.lines.push(line.to_string());
        }
    }
    assert!(block.is_none(), "a code block has no end");
    sections
}

/// The cells of a line of a table; `\|` does not end one.
pub fn cells(line: &str) -> Vec<String> {
    let line = line.replace("\\|", "\u{0}");
    let inner = line.trim().trim_start_matches('|').trim_end_matches('|');
    let cell = |cell: &str| cell.trim().replace('\u{0}', "\\|");
    inner.split('|').map(cell).collect()
}

/// The texts between backticks in a line.
pub fn code_spans(line: &str) -> Vec<String> {
    let parts = line.split('`').enumerate();
    let inside = parts.filter(|(i, _)| i % 2 == 1);
    inside.map(|(_, part)| part.to_string()).collect()
}

/// The lines outside code blocks.
fn outside_blocks(page: &str) -> impl Iterator<Item = &str> {
    let mut in_block = false;
    page.lines().filter(move |line| {
        let is_fence = line.starts_with("```");
        in_block ^= is_fence;
        !in_block && !is_fence
    })
}

/// The text without code, without addresses of links, and without comments.
pub fn prose(page: &str) -> String {
    let mut out = String::new();
    for line in outside_blocks(page) {
        let outside = line.split('`').step_by(2).collect::<Vec<_>>().join("`");
        let mut rest = outside.as_str();
        while let Some((text, link)) = rest.split_once("](") {
            out.push_str(text);
            rest = link.split_once(')').map_or("", |(_, rest)| rest);
        }
        out.push_str(rest);
        out.push('\n');
    }
    out
}

/// The link targets outside code blocks, without fragments (`#...`).
pub fn links(page: &str) -> Vec<String> {
    let mut links = Vec::new();
    for line in outside_blocks(page) {
        let parts = line.split("](").skip(1);
        let found = parts.filter_map(|part| part.split_once(')'));
        let found = found.map(|(link, _)| link.split('#').next().unwrap_or(link));
        links.extend(found.map(str::to_string));
    }
    links
}
