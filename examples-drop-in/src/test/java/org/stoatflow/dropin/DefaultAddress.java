package org.stoatflow.dropin;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets programs in other JVMs find a broker at {@code localhost:9092}, where Kafka's examples look for it, while the
 * broker and the real port 9092 are elsewhere. The address is one of the loopback network that nobody else uses; the
 * other JVM is told that it is {@code localhost}. Only the first connection comes here: the broker answers with its own
 * address.
 */
final class DefaultAddress implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DefaultAddress.class);
    private static final int PORT = 9092;
    private static final int BACKLOG = 50;

    private final ServerSocket server;
    private final String host;
    private final int port;

    private DefaultAddress(ServerSocket server, String broker) {
        this.server = server;
        this.host = broker.substring(0, broker.indexOf(':'));
        this.port = Integer.parseInt(broker.substring(broker.indexOf(':') + 1));
    }

    /** Opens it for the broker at {@code host:port}, until it is closed. */
    static DefaultAddress of(String broker) {
        DefaultAddress address = new DefaultAddress(open(), broker);
        Thread.ofVirtual().name("default-address").start(address::serve);
        return address;
    }

    private static ServerSocket open() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        String own = "127." + random.nextInt(1, 255) + "." + random.nextInt(255) + "." + random.nextInt(2, 255);
        try {
            try {
                return new ServerSocket(PORT, BACKLOG, InetAddress.ofLiteral(own));
            } catch (BindException only) { // some systems have 127.0.0.1 alone
                return new ServerSocket(PORT, BACKLOG, InetAddress.ofLiteral("127.0.0.1"));
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Options of a JVM for which this is {@code localhost}; {@code folder} takes a file that it reads. */
    List<String> jvmArgs(Path folder) {
        try {
            String own = server.getInetAddress().getHostAddress();
            Path hosts = folder.resolve("hosts");
            Files.writeString(
                    hosts,
                    own + " localhost\n" + own + " "
                            + InetAddress.getLocalHost().getHostName() + "\n");
            return List.of("-Djdk.net.hosts.file=" + hosts);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void serve() {
        while (true) {
            try {
                Socket client = server.accept();
                Socket broker = new Socket(host, port);
                Thread.ofVirtual().start(() -> copy(client, broker));
                Thread.ofVirtual().start(() -> copy(broker, client));
            } catch (SocketException closed) {
                return;
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }

    private static void copy(Socket from, Socket to) {
        try (from;
                to;
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            in.transferTo(out);
        } catch (SocketException gone) {
            LOG.debug("One side of a connection has gone, and so does the other: {}", gone.toString());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
