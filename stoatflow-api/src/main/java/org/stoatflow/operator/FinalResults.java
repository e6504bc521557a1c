package org.stoatflow.operator;

import java.util.NavigableSet;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;

/**
 * Forwards windows once, with the record that closes them (docs/design/017). Where the order in which records come does
 * not say which of them is late, windows close by the complete-epoch clock and are forwarded with a time batch. Belongs
 * to one operator of a lane that has its partition to itself.
 *
 * <p>What has been forwarded is not stored: it is all that the operator's clock has closed, and at a start what had
 * closed by the time that was committed as forwarded, which Kafka Streams commits too. Both times are committed
 * together with the results, and a window is forwarded before the record that closes it reaches the store, which shows
 * it until then.
 */
final class FinalResults<K, S, VAgg> implements WindowTime, OperatorMemory, DueRows {
    private static final long UNKNOWN = -2;

    private final WindowScan<K, S, VAgg> windows;
    private final OrderedWindows<K, S> ordered;
    private final OpenTimes open;
    private final long closesAfterMs;
    private final OperatorHooks hooks;
    private final OperatorClock clock;
    private final RecordForwarder<Windowed<K>, Change<VAgg>> forwarder;
    private long timeMs = UNKNOWN;
    private long savedTimeMs = UNKNOWN;
    private long forwardedMs = UNKNOWN; // where records come in order: nothing that closed by then is to be forwarded
    private long savedForwardedMs = UNKNOWN;

    /** @param closesAfterMs how long after its time a window has closed */
    FinalResults(
            ProcessorContext<Windowed<K>, Change<VAgg>> context, WindowScan<K, S, VAgg> windows, long closesAfterMs) {
        hooks = (OperatorHooks) context;
        this.windows = windows;
        this.closesAfterMs = closesAfterMs;
        ordered = new OrderedWindows<>(windows);
        open = new OpenTimes(windows);
        forwarder = new RecordForwarder<>(context);
        clock = hooks.clock(this);
        hooks.remember(this);
    }

    @Override
    public long observe(Record<?, ?> record) {
        return clock.isInOrder() ? observeInOrder(record) : observeUnordered(record);
    }

    private long observeUnordered(Record<?, ?> record) {
        clock.observe(record.timestamp());
        if (clock.forwardedTimeMs() < 0) {
            clock.forwarded(0); // so that the next start knows that it was kept
        }
        return clock.laneTimeMs();
    }

    private long observeInOrder(Record<?, ?> record) {
        if (timeMs == UNKNOWN) {
            timeMs = clock.completeTimeMs();
            forwardedMs = clock.forwardedTimeMs();
        }
        long now = Math.max(timeMs, record.timestamp());
        if (now > forwardedMs) {
            forwardClosed(
                    forwardedMs, now, (key, change, timestamp) -> forwarder.forward(record, key, change, timestamp));
            forwarded(now);
        }
        timeMs = now;
        return now;
    }

    /** A window is put, which the store may have had before: it waits to be closed. */
    void onPut(long windowTimeMs) {
        open.put(windowTimeMs);
    }

    /** A window is put that the store has not had before. */
    void onAdded(long windowTimeMs) {
        open.added(windowTimeMs);
    }

    /** A window has left the store. */
    void onRemoved(long windowTimeMs) {
        open.removed(windowTimeMs);
    }

    /** Reads no more than what has closed, and forwards it as it is read. */
    private void forwardClosed(long before, long now, Forwarding<K, VAgg> forwarding) {
        long last = now - closesAfterMs;
        if (!open.mayBeUpTo(last)) {
            return;
        }
        long first = firstOpen(before);
        open.forwarded(first - 1);
        Closing closing = new Closing(first, forwarding);
        NavigableSet<Long> closed = open.upTo(last);
        while (!closed.isEmpty()) {
            long reachedMs = closed.last();
            ordered.forEach(closed, closing::forward);
            open.forwarded(reachedMs);
            closed = open.upTo(last);
        }
    }

    /** Forwards windows in the order of their times. */
    private final class Closing {
        private final Forwarding<K, VAgg> forwarding;
        private long reachedMs;

        Closing(long firstMs, Forwarding<K, VAgg> forwarding) {
            this.reachedMs = firstMs;
            this.forwarding = forwarding;
        }

        void forward(KeyValue<Windowed<K>, S> window) {
            long windowTimeMs = windows.timeMs(window.key.window());
            if (windowTimeMs > reachedMs) {
                reachedMs = windowTimeMs;
                forwarded(reachedMs - 1 + closesAfterMs);
            }
            forwarding.forward(
                    window.key,
                    new Change<>(windows.aggregate(window.value), null),
                    windows.timestamp(window.key.window(), window.value));
        }
    }

    /** What has closed by now is forwarded. It stays so if forwarding what closes later fails. */
    private void forwarded(long now) {
        if (clock.isInOrder()) {
            timeMs = Math.max(timeMs, now);
            forwardedMs = now;
            clock.observe(now);
        }
        if (now >= closesAfterMs) { // else no window can have closed
            clock.forwarded(now);
        }
    }

    // ---- where records come in no order

    /** Forwards the result of a window. */
    private interface Forwarding<K, VAgg> {
        void forward(Windowed<K> window, Change<VAgg> change, long timestamp);
    }

    @Override
    public long dueAfterMs(int partition) {
        if (clock.isInOrder()) {
            return NEVER; // windows close when a record comes
        }
        long earliestMs = open.earliestMs(firstOpen(clock.forwardedTimeMs()));
        return TimeSpans.sum(earliestMs, closesAfterMs - 1); // a window closes after a millisecond at least
    }

    @Override
    public void onDue(int partition, long streamTimeMs) {
        forwardClosed(
                clock.forwardedTimeMs(),
                streamTimeMs,
                (key, change, timestamp) ->
                        hooks.forward(new HeldRecord<>(key, change, timestamp, new RecordHeaders(), null)));
        forwarded(streamTimeMs);
    }

    private long firstOpen(long forwardedMs) {
        return forwardedMs < 0 ? 0 : Math.max(0, forwardedMs - closesAfterMs + 1);
    }

    /** Windows are logged with event times, so that the clock is known after a restore without a look at all rows. */
    @Override
    public long latestMs(int partition) {
        return -1;
    }

    @Override
    public void save() {
        savedTimeMs = timeMs;
        savedForwardedMs = forwardedMs;
    }

    @Override
    public void rollback() {
        timeMs = savedTimeMs;
        forwardedMs = savedForwardedMs;
        open.forget();
    }
}
