package org.stoatflow.streams.kstream;

import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.Record;

/**
 * A processor that does something for each record and sends none on.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 * @deprecated write a {@link Processor}
 */
@Deprecated
public class ForeachProcessor<K, V> implements Processor<K, V, Void, Void> {
    private final ForeachAction<K, V> action;

    /**
     * Creates the processor.
     *
     * @param action what to do
     */
    public ForeachProcessor(ForeachAction<K, V> action) {
        this.action = action;
    }

    @Override
    public void process(Record<K, V> record) {
        action.apply(record.key(), record.value());
    }
}
