package org.stoatflow.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.command.Guarantee;
import org.stoatflow.localkafka.LocalKafka;

class DemoIT {
    private static final DemoOptions.Show PLAIN = new DemoOptions.Show(false, false);
    private static final int LINES_PER_SECOND = 200;

    /** Of the runs that fail; the others have the demo's own. */
    private static LocalKafka kafka;

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(written, true, StandardCharsets.UTF_8);

    @BeforeAll
    static void startBroker() {
        kafka = LocalKafka.start();
        kafka.createTopic(DemoTopics.LINES, DemoTopics.PARTITIONS);
        kafka.createTopic(Library.STOATFLOW.counts(), DemoTopics.PARTITIONS);
    }

    @AfterAll
    static void endBroker() {
        kafka.close();
    }

    @Test
    void shouldVerifyWhatIsKilledInTheMiddle() {
        String told = run(Guarantee.EXACTLY_ONCE, 6, new DemoOptions.Show(true, false));
        assertTrue(told.contains("kill -9 "), told);
        assertTrue(told.contains("up to the kill: p50 "), told);
        assertTrue(told.contains("StoatFlow counted again "), told);
    }

    @Test
    void shouldVerifyBothLibrariesBesideEachOther() {
        String told = run(Guarantee.EXACTLY_ONCE, 4, new DemoOptions.Show(false, true));
        assertTrue(told.contains("\nverified: StoatFlow: "), told);
        assertTrue(told.contains("\nverified: Kafka Streams: "), told);
        assertTrue(told.contains("second half, when the JVMs are warm:\n  StoatFlow      p50 "), told);
    }

    @Test
    void shouldVerifyAtLeastOnce() {
        run(Guarantee.AT_LEAST_ONCE, 3, PLAIN);
    }

    @Test
    void shouldFailWithAnApplicationThatCannotStart(@TempDir Path folder) throws Exception {
        Path application = Files.createDirectories(folder.resolve(Library.STOATFLOW.applicationId()));
        Files.writeString(application.resolve("state"), "a file where the state folder has to be");
        DemoFailure failure = assertThrows(DemoFailure.class, () -> runUntilFailure(folder));
        assertTrue(failure.getMessage().endsWith("its logs say why"), failure.getMessage());
        String said = Files.readString(application.resolve("errors.log"));
        assertTrue(said.contains(application.resolve("state").toString()), said);
    }

    @Test
    void shouldSayWhyTheApplicationFailed(@TempDir Path folder) throws Exception {
        try (Producer<Void, String> producer = TextFeed.producer(kafka.bootstrapServers())) {
            producer.send(new ProducerRecord<>(DemoTopics.LINES, null)).get(30, TimeUnit.SECONDS);
        }
        DemoFailure failure = assertThrows(DemoFailure.class, () -> runUntilFailure(folder));
        assertTrue(failure.getMessage().startsWith("the application failed"), failure.getMessage());
        assertTrue(failure.getMessage().contains(DemoTopics.LINES), failure.getMessage());
    }

    private void runUntilFailure(Path folder) throws Exception {
        DemoOptions options = new DemoOptions(Guarantee.EXACTLY_ONCE, 10, null, null, 1, PLAIN, null);
        try (Display display = new PlainLines(out)) {
            new DemoRun(options, kafka.bootstrapServers(), kafka.admin(), folder, display).run(new CountDownLatch(1));
        }
    }

    private String run(Guarantee guarantee, int seconds, DemoOptions.Show show) {
        DemoOptions options =
                new DemoOptions(guarantee, LINES_PER_SECOND, null, Duration.ofSeconds(seconds), 1, show, null);
        PrintStream err = new PrintStream(errors, true, StandardCharsets.UTF_8);
        int status = new Demo(options, out, err, () -> new PlainLines(out)).run();
        String told = written.toString(StandardCharsets.UTF_8);
        assertEquals(Demo.VERIFIED, status, told + errors.toString(StandardCharsets.UTF_8));
        assertTrue(told.contains("distinct, " + guarantee.words()), told);
        assertTrue(told.lines().anyMatch(line -> line.startsWith("00:") && !line.contains("words/s 0 ")), told);
        return told;
    }
}
