package org.stoatflow.operator;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.operator.OperatorHooks.DropReason;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.kstream.SessionWindows;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.kstream.internals.SessionWindow;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.SessionStore;

/**
 * Aggregates by key and session. A record and the sessions of its key that are not further from it than the gap become
 * one session; those that it replaces are removed, and forwarded as deleted. Records without a key are dropped, and
 * those whose session has closed.
 *
 * @param <K> the type of keys
 * @param <V> the type of the stream's values
 * @param <VAgg> the type of aggregates
 */
public final class SessionAggregation<K, V, VAgg> extends WindowedSupplier<K, V, VAgg, SessionStore<K, VAgg>> {
    private final SessionWindows windows;
    private final SessionRule<K, V, VAgg> rule;

    /**
     * Creates the supplier.
     *
     * @param store keeps the aggregates
     * @param windows gap and grace
     * @param rule how records and sessions change aggregates
     * @param finalResults whether a session is forwarded once, when it closes; else each update is
     */
    public SessionAggregation(
            WindowedStore<SessionStore<K, VAgg>> store,
            SessionWindows windows,
            SessionRule<K, V, VAgg> rule,
            boolean finalResults) {
        super(store, finalResults);
        this.windows = windows;
        this.rule = rule;
    }

    @Override
    public TableView<Windowed<K>, VAgg> view() {
        return new WindowedView<>(store(), SessionReader::new);
    }

    @Override
    public long windowGraceMs() {
        return TimeSpans.sum(windows.gracePeriodMs(), windows.inactivityGap());
    }

    @Override
    Processor<K, V, Windowed<K>, Change<VAgg>> operator() {
        return new Operator();
    }

    @SuppressWarnings("NullAway.Init")
    private final class Operator implements Processor<K, V, Windowed<K>, Change<VAgg>> {
        private final long gapMs = windows.inactivityGap();
        private final long closesAfterMs = TimeSpans.sum(gapMs, windows.gracePeriodMs());
        private SessionStore<K, VAgg> sessions;
        private DropLog drops;
        private WindowTime time;
        private @Nullable FinalResults<K, ?, VAgg> finals;
        private @Nullable SessionForwarder<K, VAgg> updates;

        @Override
        public void init(ProcessorContext<Windowed<K>, Change<VAgg>> context) {
            sessions = store().open(context);
            drops = new DropLog(context, "The aggregation " + store().name());
            if (needsWholePartition()) {
                // The end is included: a session closes when time is behind it.
                finals = new FinalResults<>(context, WindowScan.of(sessions), TimeSpans.sum(closesAfterMs, 1));
                time = finals;
            } else {
                updates = new SessionForwarder<>(sessions, context, givesOldValues());
                time = WindowTime.ofUpdates(context);
            }
        }

        @Override
        public void process(Record<K, V> record) {
            if (record.key() == null) {
                drops.onDropped(DropReason.NULL_KEY);
                return;
            }
            long closedMs = time.observe(record) - closesAfterMs;
            List<KeyValue<Windowed<K>, VAgg>> near = near(record);
            SessionWindow own = new SessionWindow(record.timestamp(), record.timestamp());
            SessionWindow merged = own;
            VAgg aggregate = rule.records().initial();
            for (KeyValue<Windowed<K>, VAgg> session : near) {
                aggregate = rule.merge(record.key(), aggregate, session.value);
                merged = merge(merged, session.key);
            }
            if (merged.end() < closedMs) {
                drops.onLate(record, merged.start(), merged.end(), closedMs, closesAfterMs);
                return;
            }
            boolean added = !merged.equals(own) || near.isEmpty(); // else the session that there is has its place
            if (!merged.equals(own)) {
                near.forEach(this::remove);
            }
            if (finals != null && added) {
                finals.onAdded(merged.end());
            }
            put(new Windowed<>(record.key(), merged), rule.records().add(record.key(), record.value(), aggregate));
        }

        private List<KeyValue<Windowed<K>, VAgg>> near(Record<K, V> record) {
            List<KeyValue<Windowed<K>, VAgg>> near = new ArrayList<>();
            long from = Math.max(0, record.timestamp() - gapMs);
            long to = TimeSpans.sum(record.timestamp(), gapMs);
            try (KeyValueIterator<Windowed<K>, VAgg> found = sessions.findSessions(record.key(), from, to)) {
                found.forEachRemaining(near::add);
            }
            return near;
        }

        private static <K> SessionWindow merge(SessionWindow one, Windowed<K> other) {
            return new SessionWindow(
                    Math.min(one.start(), other.window().start()),
                    Math.max(one.end(), other.window().end()));
        }

        private void remove(KeyValue<Windowed<K>, VAgg> session) {
            sessions.remove(session.key);
            if (finals != null) {
                finals.onRemoved(session.key.window().end());
            }
            forward(session.key, null, session.value);
        }

        private void put(Windowed<K> session, @Nullable VAgg aggregate) {
            sessions.put(session, aggregate);
            forward(session, aggregate, null);
        }

        private void forward(Windowed<K> session, @Nullable VAgg newAggregate, @Nullable VAgg oldAggregate) {
            if (updates != null) {
                updates.forward(session, newAggregate, oldAggregate);
            }
        }
    }
}
