package org.stoatflow.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.state.KeyValueIterator;

/** Somebody closes the iterator of a query while another thread is between any two of its steps. */
class QueriedIteratorTest {
    private final List<Rows> open = new ArrayList<>();
    private final QueriedIterator<String, String, String> iterator =
            new QueriedIterator<>("store", List.of("first", "second"), this::open);

    /** Something that happens in the next step of a scan. */
    private Runnable meanwhile = () -> {};

    private final class Rows implements KeyValueIterator<String, String> {
        private final Iterator<String> keys;

        Rows(String... keys) {
            this.keys = List.of(keys).iterator();
        }

        @Override
        public boolean hasNext() {
            meanwhile.run();
            return open.contains(this) && keys.hasNext();
        }

        @Override
        public KeyValue<String, String> next() {
            return KeyValue.pair(keys.next(), "value");
        }

        @Override
        public String peekNextKey() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {
            open.remove(this);
        }
    }

    private Rows open(String partition) {
        meanwhile.run();
        Rows rows = new Rows(partition + "-0", partition + "-1");
        open.add(rows);
        return rows;
    }

    @Test
    void shouldReadOnePartitionAfterAnother() {
        List<String> keys = new ArrayList<>();
        iterator.forEachRemaining(row -> keys.add(row.key));
        assertEquals(List.of("first-0", "first-1", "second-0", "second-1"), keys);
        assertEquals(List.of(), open);
    }

    @Test
    void shouldLeaveNothingOpenThatIsOpenedBehindAClose() {
        meanwhile = iterator::close;
        assertThrows(IllegalStateException.class, iterator::hasNext);
        assertEquals(List.of(), open);
    }

    @Test
    void shouldLeaveNothingOpenWhereItFailsToBegin() {
        meanwhile = () -> {
            if (!open.isEmpty()) {
                throw new IllegalStateException("broken");
            }
        };
        assertThrows(IllegalStateException.class, () -> QueriedIterator.begun(iterator));
        assertEquals(List.of(), open);
    }

    @Test
    void shouldNotTakeAClosedScanForTheEnd() {
        iterator.next();
        meanwhile = iterator::close;
        assertThrows(IllegalStateException.class, iterator::next);
        assertThrows(IllegalStateException.class, iterator::hasNext);
        assertEquals(List.of(), open);
    }
}
