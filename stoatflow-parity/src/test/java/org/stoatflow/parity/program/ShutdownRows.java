package org.stoatflow.parity.program;

import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.stoatflow.parity.Cluster;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;

/** An instance of an application ends the other one. */
final class ShutdownRows {
    private ShutdownRows() {}

    static List<Row> rows() {
        return List.of(Row.script("the application shut down by the handler of one instance", ShutdownRows::run)
                .with("session.timeout.ms", 6_000)); // those that have ended are members for so long
    }

    /** A record at which every instance fails, until the program is mended. */
    private static Topology failing(Scene at, AtomicBoolean mended) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(at.in()).foreach((key, value) -> {
            if (!mended.get()) {
                throw new IllegalStateException(value);
            }
        });
        return builder.build();
    }

    /** One that is started again runs, whatever the group has kept of those before. */
    private static void run(Scene at) {
        at.create("in", 1);
        AtomicInteger asked = new AtomicInteger();
        AtomicBoolean mended = new AtomicBoolean();
        try (KafkaStreams one = instance(at, "one", mended, asked);
                KafkaStreams other = instance(at, "other", mended, asked)) {
            one.start();
            await(one, KafkaStreams.State.RUNNING);
            other.start();
            await(other, KafkaStreams.State.RUNNING);
            at.send("in", 0, Feeds.BEGIN, "k", "poison");
            at.flush();
            await(one, KafkaStreams.State.ERROR);
            await(other, KafkaStreams.State.ERROR);
        }
        at.note("handlers asked", asked.get());
        mended.set(true);
        try (KafkaStreams again = instance(at, "other", mended, asked)) {
            again.start();
            at.awaitCommitted(again);
            at.note("state", again.state());
        }
        at.note("handlers asked in all", asked.get());
    }

    private static KafkaStreams instance(Scene at, String name, AtomicBoolean mended, AtomicInteger asked) {
        Properties config = at.config();
        config.put(
                StreamsConfig.STATE_DIR_CONFIG, at.place.folder().resolve(name).toString());
        KafkaStreams made = new KafkaStreams(failing(at, mended), config);
        made.setUncaughtExceptionHandler(error -> {
            asked.incrementAndGet();
            return StreamThreadExceptionResponse.SHUTDOWN_APPLICATION;
        });
        return made;
    }

    private static void await(KafkaStreams app, KafkaStreams.State state) {
        Cluster.await(() -> app.state() == state, () -> "the state is " + app.state() + " and not " + state);
    }
}
