//! Connection to a server, read by its own thread.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::thread;
use std::time::Duration;

use komadai::host::{self, Instant};
use komadai::text;

/// Number of bytes of a line that are kept; the rest of a longer line is dropped.
const LINE_BYTES: u64 = 1 << 16;

/// Timeout for connecting, and for sending a line.
const PATIENCE: Duration = Duration::from_secs(20);

/// Event on a connection: a line, or the end.
#[derive(Debug)]
pub enum Heard {
    /// A line without its line end, with its arrival time.
    Line(Instant, String),
    /// The connection was closed by the server, or failed with this error.
    Closed(Option<io::Error>),
}

/// An open connection; closed when dropped.
pub struct Connection {
    stream: TcpStream,
}

impl Connection {
    /// Connects, and passes everything to `hear` until that returns `false`.
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
                    // Nagle's algorithm is off, so that a move is sent at once.
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
        // The shutdown ends the thread that reads the connection.
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
        // Player names may be in any encoding, so it is detected.
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
