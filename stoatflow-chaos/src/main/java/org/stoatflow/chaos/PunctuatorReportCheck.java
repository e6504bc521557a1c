package org.stoatflow.chaos;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * Checks the punctuators' reports. Under exactly-once, each clock of each task numbers its reports 1, 2, 3, ..., each
 * once. For each account a report begins where the one before ended, and in the end all records are reported. Under
 * at-least-once, the last report is no less than the input.
 */
final class PunctuatorReportCheck {
    private final Input input;
    private final boolean exactlyOnce;
    private final Differences differences;
    private final Map<String, BitSet> serials = new HashMap<>();
    private final Map<String, PunctuatorReport> last = new HashMap<>();
    private long number;

    PunctuatorReportCheck(Input input, boolean exactlyOnce, Differences differences) {
        this.input = input;
        this.exactlyOnce = exactlyOnce;
        this.differences = differences;
    }

    void onResult(String key, String value) {
        number++;
        PunctuatorReport telling = PunctuatorReport.parse(value);
        PunctuatorReport before = last.put(name(telling.clock(), key), telling);
        if (exactlyOnce) {
            requireNew(key, value, telling);
            requireAfter(key, value, telling, before);
        }
    }

    private static String name(ReportClock clock, String account) {
        return account + " by " + clock;
    }

    private void requireNew(String key, String value, PunctuatorReport telling) {
        BitSet told = serials.computeIfAbsent(telling.clock() + " of task " + telling.task(), any -> new BitSet());
        if (told.get((int) telling.serial())) {
            differences.add(Names.TOLD, key, "number " + telling.serial() + " once", "it again: " + value);
        }
        told.set((int) telling.serial());
    }

    private void requireAfter(String key, String value, PunctuatorReport telling, PunctuatorReport before) {
        long count = (before == null ? 0 : before.count()) + telling.newCount();
        long sum = (before == null ? 0 : before.sum()) + telling.newSum();
        if (telling.newCount() < 1 || telling.count() != count || telling.sum() != sum) {
            differences.add(Names.TOLD, key, telling.clock() + " to tell count " + count + ", sum " + sum, value);
        }
    }

    /** Checks what can be checked only after the last result. */
    void finish() {
        serials.forEach((clock, told) -> {
            if (told.cardinality() != told.length() - 1) {
                differences.add(Names.TOLD, clock, "number " + told.nextClearBit(1), "only later ones");
            }
        });
        for (int account = 0; account < Event.ACCOUNTS; account++) {
            for (ReportClock clock : ReportClock.values()) {
                String name = name(clock, Event.accountKey(account));
                PunctuatorReport telling = last.get(name);
                Totals.compare(
                        Names.TOLD,
                        name,
                        input.account(account),
                        telling == null ? 0 : telling.count(),
                        telling == null ? 0 : telling.sum(),
                        exactlyOnce,
                        differences);
            }
        }
    }

    /** Results seen. */
    long number() {
        return number;
    }
}
