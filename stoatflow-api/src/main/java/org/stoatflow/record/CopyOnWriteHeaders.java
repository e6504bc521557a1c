package org.stoatflow.record;

import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * The headers of all records inside of the engine: in records, hops, stores, caches and output. They come in two forms.
 * Own headers have one holder, who may write them, on one thread. Shared headers never change: any number of holders on
 * any threads read them. A holder who wants to write makes own headers of them, which copies nothing before the first
 * write.
 */
public final class CopyOnWriteHeaders implements Headers {
    /** No headers, shared. */
    public static final CopyOnWriteHeaders NONE = new CopyOnWriteHeaders(new Header[0], true);

    private static final int HEADER_OVERHEAD_BYTES = 112;

    private final boolean shared;
    private Header[] content; // the array's elements never change; each write makes another array
    private @Nullable CopyOnWriteHeaders sharedForm; // of own headers: this content as shared headers, once asked for

    private CopyOnWriteHeaders(Header[] content, boolean shared) {
        this.content = content;
        this.shared = shared;
    }

    /**
     * The headers as they are now.
     *
     * @param headers any headers; null for none. Later changes to them do not show
     * @return shared headers
     */
    public static CopyOnWriteHeaders of(@Nullable Headers headers) {
        if (headers == null) {
            return NONE;
        }
        if (headers instanceof CopyOnWriteHeaders known) {
            return known.share();
        }
        Header[] content = headers.toArray();
        return content.length == 0 ? NONE : new CopyOnWriteHeaders(content, true);
    }

    /**
     * Headers that the caller may write.
     *
     * @return these headers, if they are own ones; else new ones
     */
    public CopyOnWriteHeaders own() {
        return shared ? new CopyOnWriteHeaders(content, false) : this;
    }

    /**
     * The headers as they are now, for other holders.
     *
     * @return shared headers
     */
    public CopyOnWriteHeaders share() {
        if (shared) {
            return this;
        }
        CopyOnWriteHeaders form = sharedForm;
        if (form == null) {
            form = content.length == 0 ? NONE : new CopyOnWriteHeaders(content, true);
            sharedForm = form;
        }
        return form;
    }

    /**
     * Like {@link #share}, with names and bytes that nobody else holds: for other threads, and for holders that keep
     * them long, since a consumer's header keeps all bytes that came with it in memory.
     *
     * @return shared headers
     */
    public CopyOnWriteHeaders detached() {
        if (content.length == 0) {
            return NONE;
        }
        Header[] copies = new Header[content.length];
        for (int i = 0; i < copies.length; i++) {
            byte[] value = content[i].value();
            copies[i] = new RecordHeader(content[i].key(), value == null ? null : value.clone());
        }
        return new CopyOnWriteHeaders(copies, true);
    }

    /**
     * Whether there are no headers.
     *
     * @return true if there are none
     */
    public boolean isEmpty() {
        return content.length == 0;
    }

    /**
     * About how much memory the headers hold. Who may write to a topic chooses how much that is, so whoever keeps
     * headers counts them.
     *
     * @return the number of bytes
     */
    public long bytes() {
        long bytes = 0;
        for (Header header : content) {
            byte[] value = header.value();
            bytes += HEADER_OVERHEAD_BYTES + header.key().length() + (value == null ? 0 : value.length);
        }
        return bytes;
    }

    // ---- writing

    @Override
    public Headers add(Header header) {
        Objects.requireNonNull(header, "A header cannot be null");
        Header[] longer = Arrays.copyOf(content, content.length + 1);
        longer[content.length] = header;
        write(longer);
        return this;
    }

    @Override
    public Headers add(String key, byte @Nullable [] value) {
        return add(new RecordHeader(key, value));
    }

    @Override
    public Headers remove(String key) {
        requireKey(key);
        Header[] left = Arrays.stream(content)
                .filter(header -> !header.key().equals(key))
                .toArray(Header[]::new);
        write(left);
        return this;
    }

    private void write(Header[] newContent) {
        if (shared) {
            throw new IllegalStateException("Shared headers are written: " + this);
        }
        content = newContent;
        sharedForm = null;
    }

    private static void requireKey(String key) {
        if (key == null) {
            throw new IllegalArgumentException("A header's key cannot be null");
        }
    }

    // ---- reading

    @Override
    public @Nullable Header lastHeader(String key) {
        requireKey(key);
        for (int i = content.length - 1; i >= 0; i--) {
            if (content[i].key().equals(key)) {
                return content[i];
            }
        }
        return null;
    }

    @Override
    public Iterable<Header> headers(String key) {
        requireKey(key);
        return () -> Arrays.stream(content)
                .filter(header -> header.key().equals(key))
                .iterator();
    }

    @Override
    public Header[] toArray() {
        return content.length == 0 ? content : content.clone();
    }

    @Override
    public Iterator<Header> iterator() {
        return new OverAll();
    }

    /** Equal to any headers with equal content. Kafka's own headers are equal to headers of their own class only. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || other instanceof Headers headers && Arrays.equals(content, headers.toArray());
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(content);
    }

    @Override
    public String toString() {
        return new RecordHeaders(content).toString();
    }

    /** Iterates over all headers, and removes them too, as the iterator of Kafka's headers does. */
    private final class OverAll implements Iterator<Header> {
        private Header[] seen = content;
        private int next;
        private boolean mayRemove;

        @Override
        public boolean hasNext() {
            return next < seen.length;
        }

        @Override
        public Header next() {
            if (next == seen.length) {
                throw new NoSuchElementException();
            }
            requireUnchanged();
            mayRemove = true;
            return seen[next++];
        }

        @Override
        public void remove() {
            if (!mayRemove) {
                throw new IllegalStateException("next() comes first");
            }
            requireUnchanged();
            mayRemove = false;
            next--;
            Header[] shorter = Arrays.copyOf(seen, seen.length - 1);
            System.arraycopy(seen, next + 1, shorter, next, shorter.length - next);
            write(shorter);
            seen = shorter;
        }

        @SuppressWarnings("ReferenceEquality") // each write makes another array
        private void requireUnchanged() {
            if (seen != content) {
                throw new ConcurrentModificationException();
            }
        }
    }
}
