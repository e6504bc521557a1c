package org.stoatflow.bench.restore;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.common.KafkaException;
import org.stoatflow.bench.latency.BenchFailure;
import org.stoatflow.bench.latency.Conditions;
import org.stoatflow.localkafka.LocalKafka;
import org.stoatflow.localkafka.LocalKafkaException;
import picocli.CommandLine;

/** {@code ./stoatflow restore}: fills changelogs, has them restored in turn, and prints a table. */
public final class Restore {
    private static final int MEASURED = 0;
    private static final int FAILED = 1;

    private final RestoreOptions options;
    private final PrintStream out;

    Restore(RestoreOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    @SuppressWarnings("checkstyle:exit")
    public static void main(String[] args) throws InterruptedException {
        CommandLine commandLine = new RestoreOptions.Given().commandLine();
        int status = commandLine.execute(args);
        RestoreOptions options = commandLine.getExecutionResult();
        System.exit(options == null ? status : run(options));
    }

    private static int run(RestoreOptions options) throws InterruptedException {
        try {
            List<RestoreResult> results = new Restore(options, System.out).measure();
            System.out.println();
            System.out.print(new RestoreReport(options.tables(), results).markdown());
            return MEASURED;
        } catch (BenchFailure | KafkaException | LocalKafkaException failure) {
            System.err.println("failed: " + failure.getMessage());
            return FAILED;
        }
    }

    List<RestoreResult> measure() throws BenchFailure, InterruptedException {
        List<RestoreResult> results = new ArrayList<>();
        Tables tables = options.tables();
        out.println(Conditions.taken());
        out.println("Starting a Kafka broker ...");
        try (LocalKafka kafka = LocalKafka.start()) {
            out.println("Filling the changelogs of " + tables.stores() + " tables of " + tables.partitions()
                    + " partitions with " + tables.allRecords() + " records ...");
            tables.fill(kafka);
            for (int round = 1; round <= options.timing().rounds(); round++) {
                for (Restorer restorer : options.restorers()) {
                    RestoreResult result = new RestoreRound(kafka.bootstrapServers(), options, restorer).run();
                    out.println(line(result, round));
                    results.add(result);
                    if (restorer != Restorer.CONSUMERS) {
                        emptyGroup(kafka);
                    }
                }
            }
        }
        return results;
    }

    /** A static member stays in the group for a while, and nobody of another library may join beside it. */
    private static void emptyGroup(LocalKafka kafka) throws BenchFailure, InterruptedException {
        try {
            kafka.admin()
                    .removeMembersFromConsumerGroup(Tables.APPLICATION, new RemoveMembersFromConsumerGroupOptions())
                    .all()
                    .get();
        } catch (ExecutionException refused) {
            throw new BenchFailure("the group cannot be emptied: " + refused.getCause(), refused);
        }
    }

    private String line(RestoreResult result, int round) {
        return String.format(
                Locale.ROOT,
                "%-24s round %d: %.1f s, %,.0f records/s, answer after %.1f s, CPU %.1f s, memory %.0f MiB,"
                        + " disk %.0f MiB at most, %.0f after",
                result.restorer().title(),
                round,
                result.seconds(),
                options.tables().allRecords() / result.seconds(),
                result.answerSeconds(),
                result.cpuSeconds(),
                result.residentMib(),
                result.diskWhileMib(),
                result.diskAfterMib());
    }
}
