package org.stoatflow.localkafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ParentKilledIT {
    private static final Duration LIMIT = Duration.ofSeconds(15);

    @Test
    void shouldEndWithAParentThatIsKilled() throws Exception {
        assertEndsWithParent("running");
    }

    @Test
    void shouldEndWithAParentThatIsKilledWhileTheBrokerIsFrozen() throws Exception {
        assertEndsWithParent("frozen");
    }

    private static void assertEndsWithParent(String mode) throws Exception {
        Process parent = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-Dlogback.configurationFile=" + System.getProperty("logback.configurationFile"),
                        Parent.class.getName(),
                        mode)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader output = parent.inputReader()) {
            long broker = Long.parseLong(answer(output, "pid "));
            Path folder = Path.of(answer(output, "folder "));
            assertTrue(ProcessHandle.of(broker).isPresent());
            parent.destroyForcibly();
            Await.until(
                    () -> ProcessHandle.of(broker).isEmpty(), LIMIT, () -> "broker " + broker + " outlives its parent");
            Await.until(() -> Files.notExists(folder), LIMIT, () -> folder + " was left behind");
        } finally {
            parent.destroyForcibly();
        }
    }

    private static String answer(BufferedReader output, String label) throws IOException {
        String line = output.readLine();
        assertEquals(label, line.substring(0, label.length()));
        return line.substring(label.length());
    }

    /** The JVM that gets killed. */
    static final class Parent {
        private Parent() {}

        public static void main(String[] args) throws InterruptedException {
            LocalKafka kafka = LocalKafka.start(LocalKafkaOptions.quick());
            if (args[0].equals("frozen")) {
                kafka.freeze();
            }
            System.out.println("pid " + kafka.pid(1));
            System.out.println("folder " + kafka.folder());
            Thread.sleep(Duration.ofMinutes(2));
        }
    }
}
