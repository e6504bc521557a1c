package org.stoatflow.chaos;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.KeyValueStore;

/** Sums up accounts in its store. Two punctuators report the accounts that have changed since their last report. */
final class Ledger extends ContextualProcessor<String, Event, String, String> {
    private static final Duration WALL_PERIOD = Duration.ofMillis(300);
    private static final Duration STREAM_PERIOD = Duration.ofMillis(500);

    private final InjectedFailure injected;
    private KeyValueStore<String, String> accounts;

    @SuppressWarnings("NullAway.Init") // init comes before anything else
    Ledger(InjectedFailure injected) {
        this.injected = injected;
    }

    @Override
    public void init(ProcessorContext<String, String> context) {
        super.init(context);
        injected.atInit();
        accounts = context.getStateStore(Names.LEDGER_STORE);
        context.schedule(WALL_PERIOD, ReportClock.WALL.type(), now -> tell(ReportClock.WALL, now));
        context.schedule(STREAM_PERIOD, ReportClock.STREAM.type(), now -> tell(ReportClock.STREAM, now));
    }

    @Override
    public void process(Record<String, Event> record) {
        Event event = record.value();
        if (event.kind().isBooked()) {
            String before = accounts.get(record.key());
            Account account = before == null ? Account.NEW : Account.parse(before);
            accounts.put(record.key(), account.plus(event.amount()).text());
            injected.at(InjectedFailure.Place.IN_THE_LEDGER, event.kind(), event.partition(), event.serial());
        }
    }

    private void tell(ReportClock clock, long now) {
        Map<String, Account> changed = changedFor(clock);
        String before = accounts.get(clock.serialKey());
        long serial = before == null ? 0 : Long.parseLong(before);
        for (Map.Entry<String, Account> entry : changed.entrySet()) {
            Account account = entry.getValue();
            accounts.put(entry.getKey(), account.after(clock).text());
            PunctuatorReport telling = new PunctuatorReport(
                    clock,
                    context().taskId().partition(),
                    ++serial,
                    account.count() - account.told(clock),
                    account.sum() - account.toldSum(clock),
                    account.count(),
                    account.sum());
            context().forward(new Record<>(entry.getKey(), telling.text(), now));
        }
        if (!changed.isEmpty()) {
            accounts.put(clock.serialKey(), Long.toString(serial));
        }
    }

    private Map<String, Account> changedFor(ReportClock clock) {
        Map<String, Account> changed = new TreeMap<>();
        try (KeyValueIterator<String, String> rows = accounts.range("a", "b")) {
            while (rows.hasNext()) {
                KeyValue<String, String> row = rows.next();
                Account account = Account.parse(row.value);
                if (account.count() > account.told(clock)) {
                    changed.put(row.key, account);
                }
            }
        }
        return changed;
    }
}
