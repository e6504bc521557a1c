package org.stoatflow.parity.diff.run;

import java.time.Duration;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.parity.diff.program.Step;
import org.stoatflow.streams.kstream.JoinWindows;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.StreamJoined;
import org.stoatflow.streams.kstream.ValueJoiner;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.WindowBytesStoreSupplier;

/** Joins of streams. Both inputs may be the same one. */
final class StreamJoinSteps {
    private StreamJoinSteps() {}

    static KStream<String, Tally> join(int number, Step step, Nodes nodes) {
        KStream<String, Tally> left = nodes.stream(step);
        KStream<String, Tally> right = nodes.stream(step.inputs().getLast());
        ValueJoiner<Tally, Tally, Tally> joiner = TableSteps.joiner(step);
        JoinWindows windows = windows(step);
        StreamJoined<String, Tally, Tally> how = how(number, step, windows);
        return switch (step.get("join")) {
            case 0 -> left.join(right, joiner, windows, how);
            case 1 -> left.leftJoin(right, joiner, windows, how);
            default -> left.outerJoin(right, joiner, windows, how);
        };
    }

    @SuppressWarnings("deprecation") // programs still have windows of the old kind
    private static JoinWindows windows(Step step) {
        Duration size = step.time("size");
        JoinWindows windows = step.get("old") == 1
                ? JoinWindows.of(size).grace(step.time("grace"))
                : JoinWindows.ofTimeDifferenceAndGrace(size, step.time("grace"));
        return switch (step.get("side")) {
            case 0 -> windows;
            case 1 -> windows.before(Duration.ZERO);
            default -> windows.after(Duration.ofMillis(5));
        };
    }

    private static StreamJoined<String, Tally, Tally> how(int number, Step step, JoinWindows windows) {
        StreamJoined<String, Tally, Tally> joined =
                StreamJoined.with(Serdes.String(), new TallySerde(), new TallySerde());
        return switch (step.get("stored")) {
            case 0 -> joined;
            case 1 -> joined.withName("step-" + number);
            case 2 -> joined.withStoreName(TableStores.name(number));
            case 3 ->
                joined.withThisStoreSupplier(inMemory(TableStores.name(number) + "-left", windows))
                        .withOtherStoreSupplier(inMemory(TableStores.name(number) + "-right", windows));
            default -> joined.withStoreName(TableStores.name(number)).withLoggingDisabled();
        };
    }

    private static WindowBytesStoreSupplier inMemory(String name, JoinWindows windows) {
        Duration size = Duration.ofMillis(windows.size());
        return Stores.inMemoryWindowStore(name, size.plusMillis(windows.gracePeriodMs()), size, true);
    }
}
