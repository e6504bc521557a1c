package org.stoatflow.chaos;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Checks the last value of each key in the changelogs: the state that a restore would build. */
final class ChangelogCheck {
    private final Input input;
    private final boolean exactlyOnce;
    private final Differences differences;

    ChangelogCheck(Input input, boolean exactlyOnce, Differences differences) {
        this.input = input;
        this.exactlyOnce = exactlyOnce;
        this.differences = differences;
    }

    /** @param districts compares the districts of their changelog */
    void check(Committed committed, DistrictsCheck districts) {
        checkCounts(last(committed, Names.COUNTS_STORE));
        districts.finish(
                Names.changelog(Names.DISTRICTS_STORE),
                parsed(last(committed, Names.DISTRICTS_STORE), District::parse));
        checkLedger(last(committed, Names.LEDGER_STORE));
    }

    private static <T> Map<String, T> parsed(Map<String, String> rows, Function<String, T> parse) {
        return rows.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, row -> parse.apply(row.getValue())));
    }

    private static Map<String, String> last(Committed committed, String store) {
        Map<String, String> rows = new HashMap<>();
        committed.readAll(Names.changelog(store), (ConsumerRecord<String, String> record) -> {
            if (record.value() == null) {
                rows.remove(record.key());
            } else {
                rows.put(record.key(), record.value());
            }
        });
        return rows;
    }

    private void checkCounts(Map<String, String> rows) {
        for (int group = 0; group < Event.GROUPS; group++) {
            String row = rows.get(Event.groupKey(group));
            compare(
                    Names.COUNTS_STORE,
                    Event.groupKey(group),
                    input.group(group),
                    row == null ? 0 : Counting.parse(row).n(),
                    row == null ? 0 : Counting.parse(row).sum());
        }
    }

    private void checkLedger(Map<String, String> rows) {
        for (int account = 0; account < Event.ACCOUNTS; account++) {
            String row = rows.get(Event.accountKey(account));
            Account found = row == null ? Account.NEW : Account.parse(row);
            compare(Names.LEDGER_STORE, Event.accountKey(account), input.account(account), found.count(), found.sum());
        }
    }

    private void compare(String store, String key, Input.Total truth, long n, long sum) {
        Totals.compare(Names.changelog(store), key, truth, n, sum, exactlyOnce, differences);
    }
}
