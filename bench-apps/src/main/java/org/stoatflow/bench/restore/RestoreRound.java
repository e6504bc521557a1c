package org.stoatflow.bench.restore;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.stoatflow.bench.latency.AppProcess;
import org.stoatflow.bench.latency.BenchFailure;
import org.stoatflow.bench.latency.BenchFolder;
import org.stoatflow.bench.latency.Library;
import org.stoatflow.bench.latency.ProcessUsage;

/** Restores all tables once, in a new folder that is deleted afterwards. */
final class RestoreRound {
    private static final long LOOK_MS = 50;

    private final String bootstrapServers;
    private final RestoreOptions options;
    private final Restorer restorer;

    RestoreRound(String bootstrapServers, RestoreOptions options, Restorer restorer) {
        this.bootstrapServers = bootstrapServers;
        this.options = options;
        this.restorer = restorer;
    }

    RestoreResult run() throws BenchFailure, InterruptedException {
        try (BenchFolder folder = BenchFolder.create("restore")) {
            return runIn(folder);
        }
    }

    private RestoreResult runIn(BenchFolder folder) throws BenchFailure, InterruptedException {
        long startNs = System.nanoTime();
        try (AppProcess app = start(folder.path())) {
            double diskWhile = 0;
            while (!app.isRunning()) {
                diskWhile = Math.max(diskWhile, folder.mib());
                if (System.nanoTime() - startNs > options.timing().limit().toNanos()) {
                    throw new BenchFailure(restorer.title() + " has not restored within "
                            + options.timing().limit().toMinutes() + " minutes; --limit-minutes sets another limit");
                }
                TimeUnit.MILLISECONDS.sleep(LOOK_MS);
            }
            double seconds = secondsSince(startNs);
            double answerSeconds = restorer == Restorer.CONSUMERS ? Double.NaN : answered(app, startNs);
            ProcessUsage usage = ProcessUsage.of(app.handle());
            diskWhile = Math.max(diskWhile, folder.mib());
            app.stop();
            return new RestoreResult(
                    restorer,
                    seconds,
                    answerSeconds,
                    usage.cpu().toMillis() / 1e3,
                    usage.residentPeakKib() / 1_024.0,
                    diskWhile,
                    folder.mib());
        }
    }

    private AppProcess start(Path folder) throws BenchFailure {
        Tables tables = options.tables();
        return switch (restorer) {
            case CONSUMERS ->
                AppProcess.start(
                        BareConsumers.class,
                        List.of(
                                Integer.toString(options.threads()),
                                String.join(",", tables.changelogs()),
                                Integer.toString(tables.partitions())),
                        settings(),
                        options.jvmArgs(),
                        folder);
            case KAFKA_STREAMS -> start(Library.KAFKA_STREAMS, folder);
            case KAFKA_STREAMS_TRANSACTIONAL -> start(Library.KAFKA_STREAMS_TRANSACTIONAL, folder);
            case BATCHES, FILES -> start(Library.STOATFLOW, folder);
        };
    }

    private AppProcess start(Library library, Path folder) throws BenchFailure {
        return AppProcess.start(
                library,
                "tables",
                Tables.INPUT,
                String.join(",", options.tables().names()),
                settings(),
                options.jvmArgs(),
                folder);
    }

    private Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>();
        settings.put("application.id", Tables.APPLICATION);
        settings.put("bootstrap.servers", bootstrapServers);
        settings.put("processing.guarantee", options.guarantee().setting());
        settings.put("default.key.serde", "org.apache.kafka.common.serialization.Serdes$StringSerde");
        settings.put("default.value.serde", "org.apache.kafka.common.serialization.Serdes$StringSerde");
        settings.putAll(restorer.settings(options.threads()));
        settings.putAll(options.settings());
        return settings;
    }

    /** Seconds until the last table gives the right row; then the other tables are asked too. */
    private double answered(AppProcess app, long startNs) throws BenchFailure, InterruptedException {
        Tables tables = options.tables();
        String last = tables.names().getLast();
        int row = tables.keysOfStore() - 1;
        while (!app.answer(last, tables.key(row)).equals(tables.lastValue(row))) {
            if (System.nanoTime() - startNs > options.timing().limit().toNanos()) {
                throw new BenchFailure(restorer.title() + " gives " + app.answer(last, tables.key(row)) + " for "
                        + tables.key(row) + " of " + last + ", not " + tables.lastValue(row));
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
        }
        double seconds = secondsSince(startNs);
        for (String table : tables.names()) {
            for (int asked = 0; asked < tables.keysOfStore(); asked += Math.ceilDiv(tables.keysOfStore(), 100)) {
                String found = app.answer(table, tables.key(asked));
                if (!found.equals(tables.lastValue(asked))) {
                    throw new BenchFailure(restorer.title() + " has restored " + found + " for " + tables.key(asked)
                            + " of " + table + ", not " + tables.lastValue(asked));
                }
            }
        }
        return seconds;
    }

    private static double secondsSince(long startNs) {
        return (System.nanoTime() - startNs) / 1e9;
    }
}
