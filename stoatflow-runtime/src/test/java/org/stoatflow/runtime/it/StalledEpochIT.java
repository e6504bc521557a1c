package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.Producer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.monitor.EpochMonitor;
import org.stoatflow.runtime.testkit.Eventually;
import org.stoatflow.runtime.testkit.Feed;
import org.stoatflow.runtime.testkit.Group;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.Topic;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.processor.internals.DefaultKafkaClientSupplier;

/** Where an epoch takes too long, one line of the log says what it waits for. */
class StalledEpochIT {
    private static final int STALLED_AFTER_MS = 300;

    @TempDir
    Path folder;

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final CountDownLatch released = new CountDownLatch(1);
    private final String in = Topic.create("stalled-in", 1);
    private final String application = TestCluster.shared().uniqueName("stalled");
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            if (event.getFormattedMessage().contains("of application " + application + " ")) {
                lines.add(event.getLevel() + " " + event.getFormattedMessage());
            }
        }
    };

    @BeforeEach
    void listen() {
        appender.start();
        ((Logger) LoggerFactory.getLogger(EpochMonitor.class)).addAppender(appender);
    }

    @AfterEach
    void stopListening() {
        released.countDown();
        ((Logger) LoggerFactory.getLogger(EpochMonitor.class)).detachAppender(appender);
    }

    private Properties config(String guarantee) {
        Properties config = OurApp.config(application, folder, guarantee);
        config.put("stoatflow.epoch.stalled.after.ms", STALLED_AFTER_MS);
        config.put("stoatflow.keys.shown", "text");
        return config;
    }

    private void block() {
        try {
            if (!released.await(Eventually.LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError("nobody has released it");
            }
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void shouldNameTheLaneTheRecordAndItsKey(String guarantee) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(in).foreach((key, value) -> {
            if (value.equals("slow")) {
                block();
            }
        });
        try (Feed feed = new Feed();
                OurApp app = OurApp.running(builder.build(), config(guarantee))) {
            feed.send(in, "pear", "quick");
            feed.send(in, "apple", "slow");
            feed.flush();
            String there = "which is in topic " + in + ", partition 0, offset 1, key \"apple\", for at least ";
            Eventually.await(
                    () -> lines.stream().filter(line -> line.contains(there)).count() >= 2,
                    () -> "two lines that say it; there are " + lines);
            assertTrue(
                    lines.stream()
                            .allMatch(line ->
                                    line.startsWith("WARN Epoch ") && line.contains("is not committed: it waits for ")),
                    lines::toString);
            assertTrue(lines.getLast().contains("it waits for stage 0 lane "), lines::getLast);
            released.countDown();
            Group.awaitAllCommitted(application, List.of(in));
            assertEquals(List.of(), app.errors());
        }
        double lastSeconds = Double.parseDouble(lines.getLast().replaceAll(".* was cut ([0-9.]+) s ago.*", "$1"));
        double doublings = Math.log((lastSeconds + 0.05) * 1000 / STALLED_AFTER_MS) / Math.log(2);
        assertTrue(lines.size() <= doublings + 1, () -> "not at doubling intervals: " + lines);
    }

    /** Where epochs are not cut by time, none waits for the lane. */
    @Test
    void shouldNameTheNodeOfWorkThatDoesNotEndInAnOpenEpoch() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(in)
                .foreach(
                        (key, value) -> {
                            if (value.equals("slow")) {
                                block();
                            }
                        },
                        Named.as("blocking"));
        Properties config = config("at_least_once");
        config.put(StoatflowConfig.COMMIT_MIN_ALOS.key(), Long.MAX_VALUE);
        try (Feed feed = new Feed();
                OurApp app = OurApp.running(builder.build(), config)) {
            feed.send(in, "pear", "quick");
            feed.flush();
            Group.awaitAllCommitted(application, List.of(in)); // the first cut comes at once
            feed.send(in, "apple", "slow");
            feed.flush();
            Eventually.await(
                    () -> lines.stream()
                            .anyMatch(line -> line.contains(" is open, and one batch of it has run for ")
                                    && line.contains("partition 0, offset 1, key \"apple\"")
                                    && line.contains("at node blocking")),
                    () -> "a line that says it; there are " + lines);
            released.countDown();
        }
    }

    @Test
    void shouldNameTheCommitAndItsPhase() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(in).foreach((key, value) -> {});
        DefaultKafkaClientSupplier slow = new DefaultKafkaClientSupplier() {
            @Override
            public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
                return blockingInCommit(super.getProducer(config));
            }
        };
        try (Feed feed = new Feed();
                OurApp app = OurApp.running(builder.build(), config("exactly_once_v2"), slow)) {
            feed.send(in, "pear", "quick");
            feed.flush();
            Eventually.await(
                    () -> lines.stream()
                            .anyMatch(line -> line.contains("it waits for the committer, which is COMMITTING, for ")),
                    () -> "a line that says so; there are " + lines);
            released.countDown();
            Group.awaitAllCommitted(application, List.of(in));
            assertEquals(List.of(), app.errors());
        }
    }

    @SuppressWarnings("unchecked") // a proxy of the interface
    private Producer<byte[], byte[]> blockingInCommit(Producer<byte[], byte[]> producer) {
        return (Producer<byte[], byte[]>) Proxy.newProxyInstance(
                Producer.class.getClassLoader(), new Class<?>[] {Producer.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("commitTransaction")) {
                        block();
                    }
                    try {
                        return method.invoke(producer, arguments);
                    } catch (InvocationTargetException failure) {
                        throw failure.getCause();
                    }
                });
    }
}
