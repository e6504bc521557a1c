package org.stoatflow.simulation;

import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.TimestampedKeyValueStore;
import org.stoatflow.streams.state.ValueAndTimestamp;

/** Counts words. A failure comes after the count is written and forwarded, so a retry must roll both back. */
final class FailingCount extends ContextualProcessor<String, String, String, Long> {
    private final UserCode code;
    private final String storeName;

    @SuppressWarnings("NullAway.Init")
    private TimestampedKeyValueStore<String, Long> store;

    FailingCount(UserCode code, String storeName) {
        this.code = code;
        this.storeName = storeName;
    }

    @Override
    public void init(ProcessorContext<String, Long> context) {
        super.init(context);
        store = context.getStateStore(storeName);
    }

    @Override
    public void process(Record<String, String> record) {
        ValueAndTimestamp<Long> before = store.get(record.key());
        long count = before == null ? 1 : before.value() + 1;
        store.put(record.key(), ValueAndTimestamp.make(count, record.timestamp()));
        context().forward(record.withValue(count));
        code.ends(record.value());
    }
}
