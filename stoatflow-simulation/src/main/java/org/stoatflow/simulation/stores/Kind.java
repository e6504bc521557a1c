package org.stoatflow.simulation.stores;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.stoatflow.simulation.stores.Variant.Place;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.DslStoreFormat;

/** The kinds of stores, and which variants of them there are. */
enum Kind {
    KEY_VALUE(Shape.PLAIN),
    TIMESTAMPED(Shape.TIMESTAMPED),
    HEADERS(Shape.HEADERS),
    /** A store of those entries that were used last. */
    RECENT(Shape.PLAIN),
    TIMESTAMPED_RECENT(Shape.TIMESTAMPED),
    HEADERS_RECENT(Shape.HEADERS),
    WINDOW(Shape.PLAIN),
    TIMESTAMPED_WINDOW(Shape.TIMESTAMPED),
    HEADERS_WINDOW(Shape.HEADERS),
    /** Windows that retain duplicates. */
    DUPLICATES(Shape.PLAIN),
    TIMESTAMPED_DUPLICATES(Shape.TIMESTAMPED),
    HEADERS_DUPLICATES(Shape.HEADERS),
    SESSION(Shape.PLAIN),
    HEADERS_SESSION(Shape.AGGREGATION_WITH_HEADERS),
    VERSIONED(Shape.PLAIN),
    /** Records of a join of streams that have no partner yet. */
    UNJOINED(Shape.PLAIN),
    /** Updates that are suppressed. */
    UPDATE_BUFFER(Shape.PLAIN),
    /** Records that wait for a versioned table. */
    RECORD_BUFFER(Shape.PLAIN);

    private static final int ENTRIES_MAX = 5;

    private final Shape shape;

    Kind(Shape shape) {
        this.shape = shape;
    }

    /** What it is called where it is chosen. */
    String option() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    StoreSettings settings() {
        DslStoreFormat format = shape.format();
        return switch (this) {
            case KEY_VALUE, TIMESTAMPED, HEADERS ->
                new StoreSettings.KeyValue(format, StoreSettings.KeyValue.UNLIMITED);
            case UNJOINED -> new StoreSettings.KeyValue(false);
            case RECENT, TIMESTAMPED_RECENT, HEADERS_RECENT -> new StoreSettings.KeyValue(format, ENTRIES_MAX);
            case WINDOW, TIMESTAMPED_WINDOW, HEADERS_WINDOW -> windows(false);
            case DUPLICATES, TIMESTAMPED_DUPLICATES, HEADERS_DUPLICATES -> windows(true);
            case SESSION, HEADERS_SESSION ->
                new StoreSettings.Session(shape.hasHeaders(), SegmentSubject.RETENTION_MS, SegmentSubject.SEGMENT_MS);
            case VERSIONED -> new StoreSettings.Versioned(VersionedSubject.HISTORY_MS, VersionedSubject.SEGMENT_MS);
            case UPDATE_BUFFER -> new StoreSettings.Buffer();
            case RECORD_BUFFER -> new StoreSettings.Waiting("join");
        };
    }

    private StoreSettings windows(boolean duplicates) {
        return new StoreSettings.Window(
                shape.format(),
                SegmentSubject.RETENTION_MS,
                SegmentSubject.SEGMENT_MS,
                WindowSubject.SIZE_MS,
                duplicates);
    }

    Subject<?, ?> subject(Variant variant) {
        return switch (this) {
            case KEY_VALUE, TIMESTAMPED, HEADERS -> new KeyValueSubject(variant, shape);
            case RECENT, TIMESTAMPED_RECENT, HEADERS_RECENT -> new RecentSubject(variant, shape, ENTRIES_MAX);
            case WINDOW, TIMESTAMPED_WINDOW, HEADERS_WINDOW -> new WindowSubject(variant, shape, false);
            case DUPLICATES, TIMESTAMPED_DUPLICATES, HEADERS_DUPLICATES -> new WindowSubject(variant, shape, true);
            case SESSION, HEADERS_SESSION -> new SessionSubject(variant, shape);
            case VERSIONED -> new VersionedSubject();
            case UNJOINED -> new UnjoinedSubject();
            case UPDATE_BUFFER -> new UpdateBufferSubject();
            case RECORD_BUFFER -> new RecordBufferSubject();
        };
    }

    /** Whether the last record of each key is all that its changelog has to keep. */
    boolean isCompacted() {
        return this != VERSIONED;
    }

    /** All variants that there can be of the kind. */
    List<Variant> variants() {
        List<Variant> variants = new ArrayList<>();
        for (Place place : Place.values()) {
            boolean users = switch (this) {
                case RECENT, TIMESTAMPED_RECENT, HEADERS_RECENT ->
                    place == Place.MEMORY; // no supplier makes another one
                default -> true;
            };
            if (users) {
                variants.add(new Variant(this, place, false));
                if (hasCache()) {
                    variants.add(new Variant(this, place, true));
                }
            }
        }
        return variants;
    }

    private boolean hasCache() {
        return switch (this) {
            case KEY_VALUE,
                    TIMESTAMPED,
                    HEADERS,
                    WINDOW,
                    TIMESTAMPED_WINDOW,
                    HEADERS_WINDOW,
                    SESSION,
                    HEADERS_SESSION -> true;
            case RECENT,
                    TIMESTAMPED_RECENT,
                    HEADERS_RECENT,
                    DUPLICATES,
                    TIMESTAMPED_DUPLICATES,
                    HEADERS_DUPLICATES,
                    VERSIONED,
                    UNJOINED,
                    UPDATE_BUFFER,
                    RECORD_BUFFER -> false;
        };
    }
}
