package org.stoatflow.chaos;

import java.util.Random;

/** Makes events, the same for the same seed. Owner: the thread that feeds. */
final class EventMix {
    private static final int AMOUNT_MAX = 1_000;

    private final Random random;
    private final long[] serials = new long[Names.PARTITIONS];
    private final double longBlocksPerRecord;
    private final boolean failing;
    private boolean failsNext;
    private int accountBefore;

    /**
     * @param secondsBetweenLongBlocks the average, at so many records a second
     * @param failing whether some records end the epoch. Not to be set where a backlog builds up: one epoch would hold
     *     more such records than the times that an application restarts in place without progress
     */
    EventMix(long seed, int recordsPerSecond, int secondsBetweenLongBlocks, boolean failing) {
        random = new Random(seed);
        this.failing = failing;
        longBlocksPerRecord = 1.0 / recordsPerSecond / secondsBetweenLongBlocks;
    }

    /** A record of any kind. One that blocks a call outside is followed by one of another partition that fails. */
    Event next() {
        EventKind kind = failsNext ? EventKind.FAILING : kind(random.nextDouble());
        int account = failsNext ? accountBefore + 1 : random.nextInt(Event.ACCOUNTS);
        Event event = make(kind, account % Event.ACCOUNTS, random.nextInt(Event.GROUPS));
        accountBefore = event.account();
        failsNext = failing && blocksACallOutside(event);
        return event;
    }

    private static boolean blocksACallOutside(Event event) {
        return (event.kind() == EventKind.BLOCKING || event.kind() == EventKind.LONG_BLOCKING)
                && InjectedFailure.Place.of(event.serial()) == InjectedFailure.Place.IN_A_CALL_OUTSIDE;
    }

    /** A plain record. */
    Event plain(int account, int group) {
        return make(EventKind.PLAIN, account, group);
    }

    /** A tick for a partition. */
    Event tick(int partition) {
        return make(EventKind.TICK, partition, 0);
    }

    private Event make(EventKind kind, int account, int group) {
        int partition = account % Names.PARTITIONS;
        return new Event(kind, partition, ++serials[partition], account, group, 1 + random.nextInt(AMOUNT_MAX));
    }

    private EventKind kind(double draw) {
        double left = draw - longBlocksPerRecord;
        if (left < 0) {
            return EventKind.LONG_BLOCKING;
        }
        for (Share share : Share.values()) {
            left -= share.ofAll;
            if (left < 0) {
                return share == Share.FAILING && !failing ? EventKind.PLAIN : share.kind;
            }
        }
        return EventKind.PLAIN;
    }

    /** How frequent the kinds other than plain are. */
    private enum Share {
        FAILING(EventKind.FAILING, 1.0 / 16_000),
        RETRIED(EventKind.RETRIED, 1.0 / 1_000),
        DROPPED(EventKind.DROPPED, 1.0 / 1_000),
        UNREADABLE(EventKind.UNREADABLE, 1.0 / 1_000),
        LARGE(EventKind.LARGE, 1.0 / 10_000),
        BLOCKING(EventKind.BLOCKING, 1.0 / 4_000);

        private final EventKind kind;
        private final double ofAll;

        Share(EventKind kind, double ofAll) {
            this.kind = kind;
            this.ofAll = ofAll;
        }
    }
}
