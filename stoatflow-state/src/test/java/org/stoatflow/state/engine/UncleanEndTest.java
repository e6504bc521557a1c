package org.stoatflow.state.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.UserStoreHome;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.errors.ProcessorStateException;

/** What stays of a store that is wholly the user's and on disk, where the engine was closed, and where it was not. */
class UncleanEndTest {
    private static final Map<String, List<Integer>> PARTITIONS = Map.of("rows", List.of(0));

    private static final Map<String, List<Integer>> TWO = Map.of("rows", List.of(0), "more", List.of(0));

    @TempDir
    Path folder;

    /** As a process begins; the one before need not have closed its engine. */
    private StateEngine begun(UserStoreHome home) {
        StateEngine engine = StateEngines.inMemory(List.of(StoreDescription.own(new FileRows.Builder("rows"))));
        engine.openUsers(home, PARTITIONS);
        return engine;
    }

    private static FileRows rows(StateEngine engine) {
        return (FileRows) engine.usersStore(engine.storeId("rows"), 0);
    }

    /** A run in which a processor writes two words, of which one is committed at offset 1. */
    private StateEngine written(UserStoreHome home) {
        StateEngine engine = begun(home);
        engine.commitUsers(engine.storeId("rows"), 0);
        rows(engine).add("committed");
        StateBatch batch = new StateBatch(0);
        batch.position(engine.storeId("rows"), 0, 1);
        engine.apply(batch);
        rows(engine).add("not");
        return engine;
    }

    private static Long position(StateEngine engine) {
        return engine.changelogPosition(engine.storeId("rows"), 0) == null
                ? null
                : engine.changelogPosition(engine.storeId("rows"), 0).nextOffset();
    }

    @Test
    void shouldDropUnderExactlyOnceWhatAKilledProcessHasLeft() {
        written(new TestHome(folder, true));
        StateEngine next = begun(new TestHome(folder, true));
        assertEquals(List.of(), rows(next).words());
        assertNull(position(next));
    }

    @Test
    void shouldKeepUnderAtLeastOnceWhatAKilledProcessHasLeft() {
        written(new TestHome(folder, false));
        StateEngine next = begun(new TestHome(folder, false));
        assertEquals(List.of("committed", "not"), rows(next).words());
        assertNull(position(next), "its log is read from the beginning");
    }

    @Test
    void shouldKeepWhatIsCommittedWhenItWasClosed() {
        StateEngine engine = written(new TestHome(folder, true));
        engine.settleUsers();
        engine.close();
        StateEngine next = begun(new TestHome(folder, true));
        assertEquals(List.of("committed", "not"), rows(next).words());
        assertEquals(1, position(next), "its log is read from there");
        StateEngine afterThat = begun(new TestHome(folder, true));
        assertEquals(List.of(), rows(afterThat).words(), "one close is good for one opening");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\0\0", "stoatflow-1\nrows 1 1", "stoatflow-1\nrows 1 x 0\n", "\u00ff\u00fe"})
    void shouldCountAsNotClosedWhereTheFileOfPositionsIsDamaged(String damaged) throws IOException {
        StateEngine engine = written(new TestHome(folder, true));
        engine.settleUsers();
        engine.close();
        Files.writeString(folder.resolve("0_0").resolve(TaskFolder.POSITIONS), damaged, StandardCharsets.ISO_8859_1);
        StateEngine next = begun(new TestHome(folder, true));
        assertEquals(List.of(), rows(next).words());
        assertNull(position(next), "its log is read from the beginning");
    }

    @Test
    void shouldDropUnderExactlyOnceWhatIsNotCommittedWhenItIsClosed() {
        written(new TestHome(folder, true)).close();
        assertFalse(Files.exists(folder.resolve("0_0")));
    }

    @Test
    void shouldKeepUnderAtLeastOnceWhatIsNotCommittedWhenItIsClosed() {
        written(new TestHome(folder, false)).close();
        StateEngine next = begun(new TestHome(folder, false));
        assertEquals(List.of("committed", "not"), rows(next).words());
        assertEquals(1, position(next));
    }

    @Test
    void shouldDropUnderExactlyOnceWhatAFailureHasLeft() {
        TestHome home = new TestHome(folder, true);
        StateEngine engine = written(home);
        engine.openUsers(home, PARTITIONS);
        assertEquals(List.of(), rows(engine).words());
        assertNull(position(engine));
    }

    @Test
    void shouldKeepWhatIsCommittedWhenARunBegins() {
        TestHome home = new TestHome(folder, true);
        StateEngine engine = written(home);
        FileRows before = rows(engine);
        engine.settleUsers();
        engine.openUsers(home, PARTITIONS);
        assertFalse(before.isOpen());
        assertEquals(List.of("committed", "not"), rows(engine).words());
        assertEquals(1, position(engine));
    }

    /** The first is open, and the second fails. */
    private StateEngine failed(TestHome home, List<StoreDescription> two) {
        StateEngine engine = StateEngines.inMemory(two);
        int[] inits = new int[1];
        home.beforeInit = () -> {
            inits[0]++;
            if (inits[0] == 2) {
                throw new IllegalStateException("once");
            }
        };
        assertThrows(ProcessorStateException.class, () -> engine.openUsers(home, TWO));
        return engine;
    }

    /** Two stores of a task, closed with what is committed up to offset 1. */
    private List<StoreDescription> closedTwo(TestHome home) {
        List<StoreDescription> two = List.of(
                StoreDescription.own(new FileRows.Builder("rows")), StoreDescription.own(new FileRows.Builder("more")));
        home.restored.add("more");
        StateEngine engine = StateEngines.inMemory(two);
        engine.openUsers(home, TWO);
        StateBatch batch = new StateBatch(0);
        for (String name : TWO.keySet()) {
            ((FileRows) engine.usersStore(engine.storeId(name), 0)).add("committed");
            batch.position(engine.storeId(name), 0, 1);
        }
        engine.apply(batch);
        engine.close();
        return two;
    }

    private static void requireCommitted(StateEngine engine) {
        for (String name : TWO.keySet()) {
            assertEquals(List.of("committed"), ((FileRows) engine.usersStore(engine.storeId(name), 0)).words());
            assertEquals(
                    1,
                    engine.changelogPosition(engine.storeId(name), 0).nextOffset(),
                    () -> "where the log of " + name + " is read from");
        }
    }

    @Test
    void shouldNotTakeTheNextKillForACloseWhereAnInitHasFailed() {
        TestHome home = new TestHome(folder, true);
        StateEngine engine = failed(home, closedTwo(home));
        engine.openUsers(home, TWO);
        requireCommitted(engine);
        engine.commitUsers(engine.storeId("rows"), 0);
        rows(engine).add("not");
        assertEquals(List.of(), rows(begun(new TestHome(folder, true))).words(), "it was killed");
    }

    @Test
    void shouldCountAsClosedWhereAnInitHasFailedAndNothingIsWritten() {
        TestHome home = new TestHome(folder, true);
        List<StoreDescription> two = closedTwo(home);
        failed(home, two).close();
        home.beforeInit = () -> {};
        StateEngine next = StateEngines.inMemory(two);
        next.openUsers(home, TWO);
        requireCommitted(next);
    }

    @Test
    void shouldStayOpenWhereAllIsCommittedAndNobodyElseHasProcessed() {
        TestHome home = new TestHome(folder, true);
        home.keepsSettled = true;
        StateEngine engine = written(home);
        FileRows before = rows(engine);
        engine.settleUsers();
        engine.openUsers(home, PARTITIONS);
        assertSame(before, rows(engine));
        assertTrue(before.isOpen());
        assertEquals(1, position(engine));
        before.close(); // as a processor may
        engine.openUsers(home, PARTITIONS);
        assertTrue(rows(engine).isOpen());
        engine.commitUsers(engine.storeId("rows"), 0);
        FileRows uncommitted = rows(engine);
        engine.openUsers(home, PARTITIONS);
        assertFalse(uncommitted.isOpen());
    }

    /** As in Kafka Streams: nothing could bring it back. */
    @Test
    void shouldKeepAfterAKillWhatIsNotRestoredFromAnyTopic() {
        TestHome home = new TestHome(folder, true);
        home.restored.clear();
        written(home);
        assertEquals(List.of("committed", "not"), rows(begun(home)).words());
        home.besideRestored = true;
        assertEquals(List.of(), rows(begun(home)).words(), "the task begins anew with its other store");
    }

    /** A global store has all rows in one partition, and a position for each partition of its topic. */
    @Test
    void shouldBeginEmptyWhereAllIsLoadedAnew() {
        TestHome home = new TestHome(folder, false);
        home.startsEmpty = true;
        StateEngine engine = written(home);
        StateBatch batch = new StateBatch(0);
        batch.position(engine.storeId("rows"), 7, 3);
        engine.apply(batch);
        assertEquals(3, engine.changelogPosition(engine.storeId("rows"), 7).nextOffset());
        engine.wipe(engine.storeId("rows"), 7);
        assertNull(engine.changelogPosition(engine.storeId("rows"), 7));
        engine.close();
        StateEngine next = begun(home);
        assertEquals(List.of(), rows(next).words());
        assertNull(position(next));
    }

    /** The folder may have files of processors, which last as in Kafka Streams. */
    @Test
    void shouldLeaveTheFolderAloneWhereTheStoresAreInMemory() throws IOException {
        TestHome home = new TestHome(folder, false);
        home.startsEmpty = true;
        Path journal = Files.createDirectories(home.folder("rows", 0)).resolve("journal");
        Files.writeString(journal, "a processor's");
        StateEngine engine =
                StateEngines.inMemory(List.of(StoreDescription.own(new FileRows.Builder("rows", false, made -> {}))));
        engine.openUsers(home, PARTITIONS);
        engine.close();
        assertEquals("a processor's", Files.readString(journal));
    }

    /** As in Kafka Streams: it may hold files or threads already. */
    @Test
    void shouldCloseAStoreThatFailsToOpen() {
        List<String> closed = new ArrayList<>();
        IllegalStateException theirs = new IllegalStateException("no room");
        FileRows.Builder builder = new FileRows.Builder("rows", true, made -> {
            made.atClose(() -> closed.add("closed"));
            throw theirs;
        });
        StateEngine engine = StateEngines.inMemory(List.of(StoreDescription.own(builder)));
        ProcessorStateException failure = assertThrows(
                ProcessorStateException.class, () -> engine.openUsers(new TestHome(folder, true), PARTITIONS));
        assertSame(theirs, failure.getCause());
        assertEquals(List.of("closed"), closed);
        engine.close();
        assertEquals(List.of("closed"), closed, "once");
    }
}
