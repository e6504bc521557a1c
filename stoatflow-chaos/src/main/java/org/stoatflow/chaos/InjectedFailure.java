package org.stoatflow.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.common.errors.RetriableException;

/**
 * Makes records misbehave, each at one place of the topology. A folder remembers which records have done so, also over
 * kills, so that a record that is processed again gets through in the end. Any thread.
 */
final class InjectedFailure {
    /** Where a record misbehaves. */
    enum Place {
        BEFORE_THE_FIRST_HOP,
        IN_THE_UNCACHED_AGGREGATION,
        IN_THE_CACHED_AGGREGATION,
        IN_THE_LEDGER,
        IN_A_CALL_OUTSIDE;

        /** Where the record of this serial misbehaves, if it does. */
        static Place of(long serial) {
            return values()[(int) (serial % values().length)];
        }
    }

    /** What a {@link EventKind#DROPPED} record throws: its handler leaves it out. */
    static final class Unwanted extends RuntimeException {
        Unwanted(String message) {
            super(message);
        }
    }

    /** What a {@link EventKind#FAILING} record throws. */
    static final class Failing extends RuntimeException {
        Failing(String message) {
            super(message);
        }
    }

    /** What a {@link EventKind#RETRIED} record throws. */
    static final class Passing extends RetriableException {
        Passing(String message) {
            super(message);
        }
    }

    private static final int RETRIES = 2;
    /** Longer than a run that ends waits for its lanes. */
    private static final long BEHIND_ITS_RUN_MS = 2_000;

    private static final long LONG_BLOCK_MS = ChaosApplication.TRANSACTION_TIMEOUT_MS + 2_000;

    private final Path happened;
    private final Duration init;

    /**
     * @param happened an existing folder, shared by all instances
     * @param init how long a processor takes to begin
     */
    InjectedFailure(Path happened, Duration init) {
        this.happened = happened;
        this.init = init;
    }

    /** To be called where a processor begins. */
    void atInit() {
        if (init.isPositive()) {
            sleep(init.toMillis(), "a processor was interrupted while it began");
        }
    }

    /** To be called at each place for each record. */
    void at(Place place, EventKind kind, int partition, long serial) {
        switch (kind) {
            case FAILING -> {
                if (isDue(place, partition, serial, 1)) {
                    throw new Failing("record " + partition + "-" + serial + " fails " + place);
                }
            }
            case RETRIED -> {
                if (isDue(place, partition, serial, RETRIES)) {
                    throw new Passing("record " + partition + "-" + serial + " fails for a while " + place);
                }
            }
            case DROPPED -> {
                if (place == Place.BEFORE_THE_FIRST_HOP) {
                    throw new Unwanted("record " + partition + "-" + serial + " is unwanted");
                }
            }
            case BLOCKING -> block(place, partition, serial, 1 + serial * 37 % 1_000);
            case LONG_BLOCKING -> block(place, partition, serial, LONG_BLOCK_MS);
            case PLAIN, UNREADABLE, LARGE, TICK -> {}
        }
    }

    private void block(Place place, int partition, long serial, long ms) {
        if (!isDue(place, partition, serial, 1)) {
            return;
        }
        if (place == Place.IN_A_CALL_OUTSIDE) {
            sleepOn(BEHIND_ITS_RUN_MS + ms);
        } else {
            sleep(ms, "record " + partition + "-" + serial + " was interrupted " + place);
        }
    }

    /** As a call does that heeds no interrupt. */
    private static void sleepOn(long ms) {
        long endNs = System.nanoTime() + Duration.ofMillis(ms).toNanos();
        boolean interrupted = false;
        for (long leftNs = endNs - System.nanoTime(); leftNs > 0; leftNs = endNs - System.nanoTime()) {
            interrupted |= Thread.interrupted();
            LockSupport.parkNanos(leftNs);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void sleep(long ms, String whereInterrupted) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new Failing(whereInterrupted);
        }
    }

    private boolean isDue(Place place, int partition, long serial, int times) {
        if (place != Place.of(serial)) {
            return false;
        }
        for (int time = 1; time <= times; time++) {
            if (isFirst(partition + "-" + serial + "-" + time)) {
                return true;
            }
        }
        return false;
    }

    private boolean isFirst(String name) {
        try {
            Files.createFile(happened.resolve(name));
            return true;
        } catch (FileAlreadyExistsException before) {
            return false;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
