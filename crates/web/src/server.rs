//! The server: a thread with a small runtime, a listener on loopback, and a limited number of connections
//! with limits on what each may use.

use std::{
    io,
    net::{Ipv4Addr, SocketAddr},
    sync::Arc,
    thread,
    time::Duration,
};

use axum::Extension;
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use seat::data::reason;
use tokio::{
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinHandle,
};

use crate::{
    Screen,
    guard::Guard,
    routes::{self, Owned, State},
};

/// How many connections there may be at once. A browser opens six per host.
const MOST_CONNECTIONS: usize = 64;
/// How long the head of a request may take to arrive, and so how long an idle connection stays open.
const HEAD_WITHIN: Duration = Duration::from_secs(20);
/// The longest head of a request, in bytes.
const LONGEST_HEAD: usize = 16 * 1024;

/// How a server is started.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// The port; 0 for any free one.
    pub port: u16,
}

/// Why a server could not be started.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The port cannot be used.
    #[error("cannot listen on port {port} of this machine: {}; try another one with --port", reason(.why))]
    Port {
        /// Which port.
        port: u16,
        /// Why.
        why: io::Error,
    },
    /// The operating system gave no randomness.
    #[error("this machine gives no randomness: {0}")]
    Randomness(#[from] getrandom::Error),
    /// No thread or runtime could be started.
    #[error("cannot start the server of the page: {}", reason(.0))]
    Thread(#[from] io::Error),
}

/// The server of one seat's page. It runs until this is dropped.
pub struct Server {
    guard: Arc<Guard>,
    at: SocketAddr,
    stop: watch::Sender<bool>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Server {
    /// Serves the page of a seat on loopback.
    ///
    /// # Errors
    /// If the port is taken, or the operating system gives no randomness or thread.
    pub fn start(screen: Arc<dyn Screen>, options: Options) -> Result<Self, StartError> {
        let wanted = SocketAddr::from((Ipv4Addr::LOCALHOST, options.port));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let listener = runtime
            .block_on(TcpListener::bind(wanted))
            .map_err(|why| StartError::Port { port: options.port, why })?;
        let at = listener.local_addr()?;
        let guard = Arc::new(Guard::new(at.port())?);
        let (stop, stopped) = watch::channel(false);
        let state = Arc::new(State::new(screen, guard.clone(), stopped.clone()));
        let thread = thread::Builder::new().name("page".into()).spawn(move || {
            runtime.block_on(serve(listener, state, stopped));
            // A thread that is blocked on the seat must not keep the process alive.
            runtime.shutdown_background();
        })?;
        Ok(Self { guard, at, stop, thread: Some(thread) })
    }

    /// A new address, which opens the page once. Further windows of the same browser need no new one.
    ///
    /// # Errors
    /// If the operating system gives no randomness.
    pub fn address(&self) -> Result<String, StartError> {
        Ok(format!("http://{}/#{}", self.at, self.guard.mint()?))
    }

    /// The address it listens on.
    pub fn local_addr(&self) -> SocketAddr {
        self.at
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.stop.send(true);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

async fn serve(listener: TcpListener, state: Arc<State>, mut stopped: watch::Receiver<bool>) {
    let router = routes::router(state);
    let mut connections = Connections::default();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stopped.changed() => return,
        };
        // Too many open files, or a connection that was closed at once: try again with the next one.
        let Ok((stream, _)) = accepted else {
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        if connections.make_room() {
            connections.open(stream, router.clone());
        }
    }
}

/// The connections there are, the oldest first.
#[derive(Default)]
struct Connections(Vec<(JoinHandle<()>, Arc<Owned>)>);

impl Connections {
    /// Whether there is room for one more. Anybody on this machine can hold connections open and say nothing, so
    /// the oldest one that answers no request of the owner's gives way.
    fn make_room(&mut self) -> bool {
        self.0.retain(|(task, _)| !task.is_finished());
        if self.0.len() < MOST_CONNECTIONS {
            return true;
        }
        let idle = self.0.iter().position(|(_, owned)| Arc::strong_count(owned) == 1);
        if let Some(at) = idle {
            self.0.remove(at).0.abort();
        }
        idle.is_some()
    }

    fn open(&mut self, stream: TcpStream, router: axum::Router) {
        let owned = Arc::new(Owned);
        // A weak one: only a request of the owner's holds it.
        let service = router.layer(Extension(Arc::downgrade(&owned)));
        let task = tokio::spawn(connection(stream, TowerToHyperService::new(service)));
        self.0.push((task, owned));
    }
}

async fn connection(stream: TcpStream, service: TowerToHyperService<axum::Router>) {
    // Errors concern only this connection and its peer.
    let _ = stream.set_nodelay(true);
    let _ = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_WITHIN)
        .max_buf_size(LONGEST_HEAD)
        .serve_connection(TokioIo::new(stream), service)
        .await;
}
