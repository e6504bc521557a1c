package org.stoatflow.simulation;

import java.time.Duration;
import org.stoatflow.streams.processor.PunctuationType;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.TimestampedKeyValueStore;
import org.stoatflow.streams.state.ValueAndTimestamp;

/** Counts its punctuations of both kinds in its store, and forwards the counts. Ignores records. */
final class Ticking extends ContextualProcessor<String, String, String, Long> {
    static final String STORE = "ticks";
    private static final Duration WALL_CLOCK = Duration.ofMillis(8);
    private static final Duration STREAM_TIME = Duration.ofMillis(9);

    @SuppressWarnings("NullAway.Init")
    private TimestampedKeyValueStore<String, Long> store;

    @Override
    public void init(ProcessorContext<String, Long> context) {
        super.init(context);
        store = context.getStateStore(STORE);
        context.schedule(WALL_CLOCK, PunctuationType.WALL_CLOCK_TIME, now -> tick("wall", now));
        context.schedule(STREAM_TIME, PunctuationType.STREAM_TIME, now -> tick("stream", now));
    }

    private void tick(String kind, long now) {
        String key = kind + context().taskId().partition();
        ValueAndTimestamp<Long> before = store.get(key);
        long count = before == null ? 1 : before.value() + 1;
        store.put(key, ValueAndTimestamp.make(count, now));
        context().forward(new Record<>(key, count, now));
    }

    @Override
    public void process(Record<String, String> record) {}
}
