//! Connection to a server, whose lines are read on a thread of its own.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::thread;
use std::time::Duration;

use komadai::host::{self, Instant};
use komadai::text;

/// The longest line taken, in bytes; the rest of a longer one is dropped.
const LINE_BYTES: u64 = 1 << 16;

/// Time to make a connection, and to get rid of a line.
const PATIENCE: Duration = Duration::from_secs(20);

/// What comes from a connection.
#[derive(Debug)]
pub enum Heard {
    /// A line without its end, with the time of its arrival.
    Line(Instant, String),
    /// The end: by the server, or for this reason.
    Closed(Option<io::Error>),
}

/// An open connection; closed when dropped.
pub struct Connection {
    stream: TcpStream,
}

impl Connection {
    /// Connects, and hands over what comes, until it is false.
    ///
    /// # Errors
    /// If no address of the host answers.
    pub fn open(
        host: &str,
        port: u16,
        mut hear: impl FnMut(Heard) -> bool + Send + 'static,
    ) -> io::Result<Connection> {
        let mut error = io::Error::from(io::ErrorKind::AddrNotAvailable);
        for address in (host, port).to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, PATIENCE) {
                Ok(stream) => {
                    // A move must not wait for more to send.
                    stream.set_nodelay(true)?;
                    stream.set_write_timeout(Some(PATIENCE))?;
                    let source = stream.try_clone()?;
                    thread::Builder::new()
                        .name("server".to_string())
                        .spawn(move || {
                            host::wake_early();
                            let end = read_lines(BufReader::new(source), &mut hear);
                            hear(Heard::Closed(end.err()));
                        })?;
                    return Ok(Connection { stream });
                }
                Err(refused) => error = refused,
            }
        }
        Err(error)
    }

    /// Sends a line.
    ///
    /// # Errors
    /// If the connection is lost.
    pub fn send(&mut self, line: &str) -> io::Result<()> {
        self.stream.write_all(format!("{line}\n").as_bytes())
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        // The thread that reads ends by it.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

fn read_lines(mut source: impl BufRead, hear: &mut impl FnMut(Heard) -> bool) -> io::Result<()> {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        if (&mut source)
            .take(LINE_BYTES)
            .read_until(b'\n', &mut bytes)?
            == 0
        {
            return Ok(());
        }
        if bytes.len() as u64 == LINE_BYTES && bytes.last() != Some(&b'\n') {
            source.skip_until(b'\n')?;
        }
        let at = Instant::now();
        // Names may be in any encoding.
        let line = text::decode(&bytes).0;
        if !hear(Heard::Line(
            at,
            line.trim_end_matches(['\r', '\n']).to_string(),
        )) {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_to_a_length_and_the_next_is_whole() {
        let mut input = vec![b'x'; 3 * LINE_BYTES as usize];
        input.extend_from_slice(b"\n#WIN\r\n\nlast");
        let mut lines = Vec::new();
        read_lines(&input[..], &mut |heard| match heard {
            Heard::Line(_, line) => {
                lines.push(line);
                true
            }
            Heard::Closed(_) => false,
        })
        .unwrap();
        assert_eq!(lines[0].len() as u64, LINE_BYTES);
        assert_eq!(lines[1..], ["#WIN", "", "last"]);
    }
}
