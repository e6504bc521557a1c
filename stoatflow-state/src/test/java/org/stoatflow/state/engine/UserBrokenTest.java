package org.stoatflow.state.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.stores.EngineStoreBuilder;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.state.Stores;

/** Interrupts of threads that call a user's store which reads files by channels: Java closes these for everybody. */
class UserBrokenTest {
    private static final byte[] KEY = "a".getBytes();
    private static final Map<String, List<Integer>> PARTITIONS = Map.of("rows", List.of(0, 1), "own", List.of(0));

    @TempDir
    Path folder;

    private final List<MapRows> made = new ArrayList<>();
    private TestHome home;
    private StateEngine engine;
    private int store;
    private FileChannel file;

    @BeforeEach
    void open() throws IOException {
        StoreDescription described = ((EngineStoreBuilder) Stores.keyValueStoreBuilder(
                        MapRows.supplier("rows", made), Serdes.ByteArray(), Serdes.ByteArray()))
                .description()
                .known();
        made.clear(); // the one that was asked what it is
        engine = StateEngines.inMemory(List.of(described, StoreDescription.own(new FileRows.Builder("own"))));
        home = new TestHome(folder, false);
        engine.openUsers(home, PARTITIONS);
        store = engine.storeId("rows");
        file = FileChannel.open(Files.writeString(folder.resolve("rows"), "0123456789"));
        write("1");
    }

    @AfterEach
    void close() throws IOException {
        Thread.interrupted();
        engine.close();
        file.close();
    }

    private void write(String value) {
        StateBatch batch = new StateBatch(0);
        batch.put(store, 0, KEY, value.getBytes());
        batch.position(store, 0, 7);
        engine.apply(batch);
    }

    private void read() {
        try {
            file.read(ByteBuffer.allocate(1), 0);
        } catch (IOException failure) {
            throw new IllegalStateException("wrapped", new UncheckedIOException(failure));
        }
    }

    private void interruptedRead() {
        Thread.currentThread().interrupt();
        read();
    }

    private void breakStore() {
        made.getFirst().inGet = this::interruptedRead;
        Throwable failure = assertThrows(IllegalStateException.class, () -> engine.get(store, 0, KEY));
        assertEquals(
                ClosedByInterruptException.class, failure.getCause().getCause().getClass());
        assertTrue(Thread.interrupted());
    }

    private FileRows own() {
        return (FileRows) engine.usersStore(engine.storeId("own"), 0);
    }

    /** A processor that catches an InterruptedException sets the flag again, as it should. */
    @Test
    void shouldNotBringAnInterruptIntoAStore() {
        made.getFirst().inGet = this::read;
        made.getFirst().inPut = this::read;
        Thread.currentThread().interrupt();
        assertArrayEquals("1".getBytes(), engine.get(store, 0, KEY));
        write("2");
        assertTrue(Thread.interrupted(), "it is set again behind the turns");
        assertArrayEquals("2".getBytes(), engine.get(store, 0, KEY));
        assertFalse(Thread.interrupted());
        assertFalse(engine.areUsersBroken());
    }

    @Test
    void shouldNotBringAnInterruptIntoACommitOrAClose() {
        FileRows own = own();
        own.inCommit(this::read);
        own.atClose(this::read);
        made.getFirst().atClose = this::read;
        Thread.currentThread().interrupt();
        engine.commitUsers(engine.storeId("own"), 0);
        engine.close();
        assertTrue(Thread.interrupted());
        assertTrue(file.isOpen());
    }

    @Test
    void shouldOpenAStoreAnewThatHasMetAClosedChannel() {
        breakStore();
        assertTrue(engine.areUsersBroken());
        assertNull(engine.changelogPosition(store, 0), "nobody knows which rows it has");
        MapRows broken = made.getFirst();
        MapRows other = made.get(1);
        broken.atClose = this::read; // fails as well
        engine.openUsers(home, PARTITIONS);
        assertFalse(broken.isOpen());
        assertEquals(3, made.size());
        assertTrue(other.isOpen(), "is sound");
        assertFalse(engine.areUsersBroken());
        assertNull(engine.get(store, 0, KEY), "is to be restored in full");
        assertNull(engine.changelogPosition(store, 0));
        write("2");
        assertArrayEquals("2".getBytes(), engine.get(store, 0, KEY));
    }

    /** As it is after a failure for want of an answer. */
    @Test
    void shouldOpenAnewWhatWouldStay() {
        home.keepsSettled = true;
        FileRows before = own();
        engine.openUsers(home, PARTITIONS);
        assertSame(before, own());
        before.inRestore(this::interruptedRead);
        StateBatch batch = new StateBatch(0);
        batch.restores();
        batch.put(engine.storeId("own"), 0, KEY, KEY);
        assertThrows(RuntimeException.class, () -> engine.apply(batch));
        engine.openUsers(home, PARTITIONS);
        assertNotSame(before, own());
        assertTrue(own().isOpen());
    }
}
