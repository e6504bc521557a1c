package org.stoatflow.operator;

import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.state.StoreBuilder;

/**
 * The window store of one side of a stream-stream join: each record of the side is a row at its own time.
 *
 * @param name its name
 * @param builder its only builder
 * @param timestamped whether its values are {@link org.stoatflow.streams.state.ValueAndTimestamp}
 */
public record JoinStore(String name, StoreBuilder<?> builder, boolean timestamped) {
    <K, V> JoinRows<K, V> open(ProcessorContext<?, ?> context) {
        return new JoinRows<>(context.getStateStore(name), timestamped);
    }
}
