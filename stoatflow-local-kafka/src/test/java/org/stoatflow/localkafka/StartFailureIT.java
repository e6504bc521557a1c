package org.stoatflow.localkafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartFailureIT {
    private static final Pattern LOG_PATH = Pattern.compile("log (\\S+), its end");

    private final LocalKafkaOptions options = LocalKafkaOptions.quick();

    @Test
    void shouldSayThatAGivenPortIsTaken() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.ofLiteral(Ports.HOST))) {
            String message = refusal(options.withPorts(List.of(taken.getLocalPort())));
            assertTrue(message.contains("port " + taken.getLocalPort() + " of 127.0.0.1 is taken"), message);
        }
    }

    @Test
    void shouldNotTakeAnotherClusterForItsOwn() {
        String address = TestCluster.shared().bootstrapServers();
        int port = Integer.parseInt(address.substring(address.indexOf(':') + 1));
        String message = refusal(options.withPorts(List.of(port)));
        assertTrue(message.contains("is taken"), message);
    }

    @Test
    void shouldShowWhyTheBrokerEnded() {
        String message = failure(options.withBrokerProperties(Map.of("process.roles", "baker")));
        assertTrue(message.contains("broker 1 on 127.0.0.1:"), message);
        assertTrue(message.contains("ended at start"), message);
        assertTrue(message.contains("baker"), message);
    }

    @Test
    void shouldShowWhyTheJvmEnded() {
        String message = failure(options.withJvmArgs(List.of("-XX:+NoSuchOption")));
        assertTrue(message.contains("NoSuchOption"), message);
    }

    @Test
    void shouldGiveUpWhenTheTimeIsOver() {
        String message = failure(options.withStartTimeout(Duration.ofMillis(50)));
        assertTrue(message.contains("does not serve on 127.0.0.1:"), message);
    }

    @Test
    void shouldRefuseAWrongNumberOfPorts() {
        assertThrows(IllegalArgumentException.class, () -> options.withPorts(List.of(1, 2)));
        assertThrows(IllegalArgumentException.class, () -> options.withBrokers(0));
    }

    /** The message of a start that was refused before there was a broker: one line. */
    private static String refusal(LocalKafkaOptions options) {
        String message = assertThrows(LocalKafkaException.class, () -> LocalKafka.start(options))
                .getMessage();
        assertEquals(1, message.lines().count(), message);
        return message;
    }

    @Test
    void shouldSayThatThereIsNoPlaceForItsFiles(@TempDir Path folder) throws IOException {
        Path noFolder = Files.createFile(folder.resolve("tmp"));
        String message = assertThrows(LocalKafkaException.class, () -> Folders.createIn(noFolder))
                .getMessage();
        assertTrue(message.contains(noFolder.toString()), message);
        assertEquals(1, message.lines().count(), message);
    }

    /** The message of the failed start, whose log must still be there; the log is removed. */
    private static String failure(LocalKafkaOptions options) {
        String message = assertThrows(LocalKafkaException.class, () -> LocalKafka.start(options))
                .getMessage();
        Matcher matcher = LOG_PATH.matcher(message);
        assertTrue(matcher.find(), message);
        Path log = Path.of(matcher.group(1));
        assertTrue(Files.exists(log), message);
        Path cluster = log.resolve("../..").normalize();
        assertEquals("stoatflow-kafka", cluster.getFileName().toString().substring(0, 15));
        Folders.delete(cluster);
        return message;
    }
}
