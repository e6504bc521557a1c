package org.stoatflow.chaos;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The content of the input topic, and the totals that follow from it: the checks compare output with these. One thread.
 */
final class Input {
    private final List<List<Event>> partitions = new ArrayList<>();
    private final Total[] groups = totals(Event.GROUPS);
    private final Total[] accounts = totals(Event.ACCOUNTS);
    private final Differences differences;
    private long size;
    private long booked;

    /** Number and sum of amounts of some records. */
    record Total(long n, long sum) {
        private Total plus(int amount) {
            return new Total(n + 1, sum + amount);
        }
    }

    Input(Differences differences) {
        this.differences = differences;
        for (int partition = 0; partition < Names.PARTITIONS; partition++) {
            partitions.add(new ArrayList<>());
        }
    }

    private static Total[] totals(int number) {
        Total[] totals = new Total[number];
        Arrays.fill(totals, new Total(0, 0));
        return totals;
    }

    /** Takes in the next record of a partition. */
    void add(int partition, String text) {
        Event event = Event.parse(text);
        List<Event> events = partitions.get(partition);
        if (event.partition() != partition || event.serial() != events.size() + 1) {
            differences.add(
                    Names.EVENTS,
                    event.key(),
                    "record " + partition + "-" + (events.size() + 1) + " next, as it was fed",
                    event.id());
            return;
        }
        events.add(event);
        size++;
        if (event.kind().isCounted()) {
            groups[event.group()] = groups[event.group()].plus(event.amount());
        }
        if (event.kind().isBooked()) {
            accounts[event.account()] = accounts[event.account()].plus(event.amount());
            booked++;
        }
    }

    /** The record of this name; null if there is none. */
    @Nullable
    Event event(int partition, long serial) {
        if (partition < 0 || partition >= partitions.size()) {
            return null;
        }
        List<Event> events = partitions.get(partition);
        return serial < 1 || serial > events.size() ? null : events.get((int) serial - 1);
    }

    void forEach(Consumer<Event> each) {
        partitions.forEach(events -> events.forEach(each));
    }

    /** The total of the group's records that reach the aggregations. */
    Total group(int group) {
        return groups[group];
    }

    /** The total of the account's records that reach the ledger. */
    Total account(int account) {
        return accounts[account];
    }

    long size() {
        return size;
    }

    /** How many records reach the ledger. */
    long booked() {
        return booked;
    }
}
