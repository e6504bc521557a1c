package org.stoatflow.localkafka;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Free ports on 127.0.0.1.
 *
 * <p>They are taken below the range from which systems serve outgoing connections. Otherwise a client that reconnects
 * while its broker is down can be given the broker's own port, connects to itself, and the broker cannot come back.
 */
final class Ports {
    static final String HOST = "127.0.0.1";

    private static final int FIRST = 15_000;
    private static final int LAST = 32_000;
    private static final int TRIES_MAX = 1_000;

    private Ports() {}

    /** A port that is free now and not in {@code taken}, to which it is added. */
    static int free(Set<Integer> taken) {
        for (int i = 0; i < TRIES_MAX; i++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
            if (!taken.contains(port) && isFree(port)) {
                taken.add(port);
                return port;
            }
        }
        throw new LocalKafkaException("no free port on " + HOST + " after " + TRIES_MAX + " tries");
    }

    /** Refuses ports that others hold before anything is started for them. */
    static void requireFree(List<Integer> ports) {
        for (int port : ports) {
            if (!isFree(port)) {
                throw new PortTakenException("port " + port + " of " + HOST + " is taken: another program listens on"
                        + " it, perhaps another broker. End that one, or take another port");
            }
        }
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.ofLiteral(HOST))) {
            return socket.isBound();
        } catch (IOException failure) {
            return false;
        }
    }
}
