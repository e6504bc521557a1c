package org.stoatflow.simulation.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.stoatflow.simulation.Quiet;
import org.stoatflow.state.rocks.OpenObjects;
import picocli.CommandLine;

/** Stores of each kind behave as sorted maps do. The seed that is printed gives the same operations again. */
@Tag("long")
class CheckStoresTest {
    private static final String OPERATIONS = "24000";

    private final String seed = Long.toString(Long.getLong("stoatflow.test.seed", 1));
    private final ByteArrayOutputStream told = new ByteArrayOutputStream();
    private final StringWriter errors = new StringWriter();
    private final CommandLine commandLine = new CheckStores(new PrintStream(told, true, StandardCharsets.UTF_8))
            .commandLine()
            .setErr(new PrintWriter(errors));

    private String told() {
        return told.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldBehaveAsSortedMaps(Kind kind) {
        Quiet.beQuiet();
        long open = OpenObjects.count();
        int status = commandLine.execute("--operations", OPERATIONS, "--seed", seed, "--kinds", kind.option());
        assertEquals(0, status, () -> "-Dstoatflow.test.seed=" + seed + "\n" + told());
        assertTrue(told().startsWith(kind.option()), this::told);
        assertEquals(open, OpenObjects.count(), "objects of RocksDB that are left open");
    }

    @Test
    void shouldRefuseAKindThatThereIsNot() {
        assertEquals(2, commandLine.execute("--kinds", "key-value,heap"));
        assertTrue(errors.toString().contains("must be of key-value, timestamped, "), errors::toString);
        assertTrue(errors.toString().contains("not 'heap'"), errors::toString);
    }
}
