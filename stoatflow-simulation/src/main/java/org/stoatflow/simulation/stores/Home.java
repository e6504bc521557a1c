package org.stoatflow.simulation.stores;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.stoatflow.state.FolderDeletion;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.memory.MemoryDisk;
import org.stoatflow.state.rocks.RocksSettings;
import org.stoatflow.stores.StoreDescription;

/** Where an engine keeps its rows, and what is left of it. */
sealed interface Home extends AutoCloseable {
    /** Opens the engine. */
    StateEngine open();

    /** The process dies while the engine is open; opens another one. */
    StateEngine crash(StateEngine dead);

    @Override
    void close();

    /** On the heap, with nothing left of it, or with what was applied, as simulations and test drivers have it. */
    final class Memory implements Home {
        private final List<StoreDescription> stores;
        private final boolean keeps;
        private MemoryDisk disk = new MemoryDisk();

        Memory(StoreDescription store, boolean keeps) {
            stores = List.of(store);
            this.keeps = keeps;
        }

        @Override
        public StateEngine open() {
            return StateEngines.inMemory(disk, stores);
        }

        @Override
        public StateEngine crash(StateEngine dead) {
            dead.close();
            disk = keeps ? disk : new MemoryDisk();
            return open();
        }

        @Override
        public void close() {}
    }

    /** In a folder. A crash leaves a copy of it as it is while the engine is open. */
    final class Disk implements Home {
        private static final RocksSettings SMALL = RocksSettings.defaults().withMemoryBytes(8 << 20);
        private static final int COPIES_MAX = 100;

        private final List<StoreDescription> stores;
        private final Path base;
        private int folders;

        Disk(StoreDescription store) {
            stores = List.of(store);
            try {
                base = Files.createTempDirectory("stoatflow-stores");
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }

        private Path folder() {
            return base.resolve("state" + folders);
        }

        @Override
        public StateEngine open() {
            return StateEngines.openRocks(folder(), stores, SMALL);
        }

        @Override
        public StateEngine crash(StateEngine dead) {
            Path before = folder();
            folders++;
            try {
                copyAtOneMoment(before, folder());
                dead.close();
                delete(before);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
            return open();
        }

        /** Copies again where the engine has changed its files in the background meanwhile. */
        private static void copyAtOneMoment(Path from, Path to) throws IOException {
            for (int copies = 0; copies < COPIES_MAX; copies++) {
                try {
                    Map<Path, Long> before = sizes(from);
                    copy(from, before.keySet(), to);
                    if (before.equals(sizes(from))) {
                        return;
                    }
                } catch (NoSuchFileException removed) {
                    // the engine has removed a file that it no longer needs
                }
                delete(to);
            }
            throw new IOException(from + " has changed during each of " + COPIES_MAX + " copies");
        }

        private static Map<Path, Long> sizes(Path folder) throws IOException {
            Map<Path, Long> sizes = new TreeMap<>();
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    sizes.put(file, attributes.size());
                    return FileVisitResult.CONTINUE;
                }
            });
            return sizes;
        }

        private static void copy(Path from, Set<Path> files, Path to) throws IOException {
            for (Path file : files) {
                Path copy = to.resolve(from.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }

        private static void delete(Path folder) throws IOException {
            if (Files.exists(folder)) {
                FolderDeletion.delete(folder);
            }
        }

        @Override
        public void close() {
            try {
                delete(base);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }
}
