package org.stoatflow.restore;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.stoatflow.spi.UserCode;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.kind.StoreFormats;
import org.stoatflow.state.memory.MemoryDisk;
import org.stoatflow.stores.ChangelogSettings;
import org.stoatflow.stores.InnerStore;
import org.stoatflow.stores.SerdeChoice;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.processor.StateRestoreListener;

/** A restore does not depend on the user's listener, nor does it write a line for each call. */
class ThrowingListenerTest {
    private static final int RECORDS = 300;
    private static final long NOW_MS = 1_000;
    private static final StoreDescription STORE = new StoreDescription(
            "plain",
            new StoreSettings.KeyValue(false),
            new InnerStore(true, false, null),
            new SerdeChoice(null, null),
            false,
            new ChangelogSettings(true, Map.of()));

    private final FakeLogs logs = new FakeLogs();
    private final StateEngine engine = StateEngines.inMemory(new MemoryDisk(), List.of(STORE));
    private int calls;

    /** Throws in each call. */
    private final class Throwing implements StateRestoreListener {
        private final boolean errors;

        Throwing(boolean errors) {
            this.errors = errors;
        }

        private void refuse() {
            calls++;
            if (errors) {
                throw new NoClassDefFoundError("expected: of the listener");
            }
            throw new IllegalStateException("expected: of the listener");
        }

        @Override
        public void onRestoreStart(TopicPartition at, String store, long from, long to) {
            refuse();
        }

        @Override
        public void onBatchRestored(TopicPartition at, String store, long last, long count) {
            refuse();
        }

        @Override
        public void onRestoreEnd(TopicPartition at, String store, long total) {
            refuse();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldRestoreAllAndLogTheFirstAndEachPowerOfTen(boolean errors) {
        for (int i = 0; i < RECORDS; i++) {
            logs.log("plain-changelog", 0).append("k" + i, "v" + i, NOW_MS);
        }
        Logger logger = (Logger) LoggerFactory.getLogger(UserCode.class);
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        logger.addAppender(lines);
        try {
            restore(new Throwing(errors));
        } finally {
            logger.detachAppender(lines);
        }
        for (int i = 0; i < RECORDS; i++) {
            byte[] key = ("k" + i).getBytes(StandardCharsets.UTF_8);
            assertArrayEquals(("v" + i).getBytes(StandardCharsets.UTF_8), engine.get(0, 0, key));
        }
        assertTrue(calls > 100, () -> "calls of the listener: " + calls);
        assertEquals(
                List.of("That makes 1", "That makes 10", "That makes 100"),
                lines.list.stream()
                        .map(ILoggingEvent::getFormattedMessage)
                        .map(line -> line.substring(line.indexOf("That makes")))
                        .toList());
    }

    private void restore(StateRestoreListener listener) {
        StoreChangelog changelog = new StoreChangelog(
                "plain", engine.storeId("plain"), "plain-changelog", List.of(0), 10_000, StoreFormats.of(STORE));
        List<RestoreTask> tasks =
                RestorePlanner.plan(List.of(changelog), engine::changelogPosition, logs.ranges(), NOW_MS);
        try (ChangelogRestorer restorer = new ChangelogRestorer(
                tasks, engine, logs.consumer(1), Unbuffered.SETTINGS, listener, new RestoreProgress(tasks))) {
            while (restorer.step(NOW_MS)) {
                // each poll has one record
            }
        }
    }
}
