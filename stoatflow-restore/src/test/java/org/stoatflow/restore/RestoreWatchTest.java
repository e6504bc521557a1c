package org.stoatflow.restore;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.stoatflow.state.RowBuffers;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.kind.StoreFormats;
import org.stoatflow.stores.ChangelogSettings;
import org.stoatflow.stores.InnerStore;
import org.stoatflow.stores.SerdeChoice;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.errors.StreamsException;

class RestoreWatchTest {
    private static final StoreDescription STORE = new StoreDescription(
            "s",
            new StoreSettings.KeyValue(false),
            new InnerStore(true, false, null),
            new SerdeChoice(null, null),
            false,
            new ChangelogSettings(true, Map.of()));
    private static final StoreChangelog CHANGELOG =
            new StoreChangelog("s", 0, "log", List.of(0), Long.MAX_VALUE, StoreFormats.of(STORE));

    private final FakeLogs logs = new FakeLogs();
    private final StateEngine engine = StateEngines.inMemory(List.of(STORE));

    /** The machine was suspended, a write took long, or the clock was put on or back: nobody has waited for brokers. */
    @Test
    void shouldNotTakeTimeInWhichNobodyLookedForAWait() {
        logs.log("log", 0).append("k", "v", 0);
        RestoreTask task = RestorePlanner.plan(List.of(CHANGELOG), engine::changelogPosition, logs.ranges(), 1_000)
                .getFirst();
        List<RunningTask> ending = List.of(new RunningTask(task, engine, RestoreMode.AUTO, new RowBuffers()));
        RestoreWatch watch =
                new RestoreWatch(new ChangelogReader(logs.consumer(1), Unbuffered.SETTINGS), Unbuffered.SETTINGS);
        watch.progressed(1_000_000);
        watch.look(ending, 9_000_000);
        watch.look(ending, 9_000_100);
        watch.look(ending, 2_000);
        for (long nowMs = 2_000; nowMs < 6_500; nowMs += 500) {
            watch.look(ending, nowMs);
        }
        assertThrows(StreamsException.class, () -> watch.look(ending, 7_000), "the wait is bounded all the same");
    }
}
