package org.stoatflow.kernel.record;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.KeyForm;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.topology.ProcessorNode;

/**
 * Watches how stores are used in a stage that runs by key on several lanes (docs/design/005): a row must belong to one
 * lane. Immutable; all lanes of a stage share one guard.
 */
public final class KeyGuard {
    private final Stage stage;
    private final Set<String> ofUsers;
    private final KeyForm keys;
    private final ShownKeys shown;

    private KeyGuard(Stage stage, ShownKeys shown) {
        this.stage = stage;
        this.shown = shown;
        this.ofUsers = stage.processors().stream()
                .filter(ProcessorNode::isUsers)
                .flatMap(processor -> processor.stores().stream())
                .collect(Collectors.toSet());
        Set<KeyForm> forms =
                stage.sourceEntries().stream().map(Entry.Source::keys).collect(Collectors.toSet());
        this.keys = forms.size() == 1 ? forms.iterator().next() : KeyForm.AS_READ;
    }

    /** The guard for the stage's lanes, or null if each lane owns all rows that it can see. */
    public static @Nullable KeyGuard of(Stage stage, ShownKeys shown) {
        return stage.isByKey() && stage.lanes() > 1 ? new KeyGuard(stage, shown) : null;
    }

    /**
     * Compares the bytes that a store makes of the record's own key with the bytes that chose the lane, if the plan
     * does not prove that they are equal. For any other key that user code asks for, the engine relies on the user's
     * declaration.
     */
    @SuppressWarnings("ReferenceEquality") // a key that is merely equal may come from anywhere
    void onKey(RecordCursor at, String store, Object key, byte[] stored) {
        if (!stage.routing().comparesKeys()
                || at.record() == null
                || at.record().key() != key
                || isHashed(stored, at.sourceRawKey())) {
            return;
        }
        throw new KeyLaneException("Store " + store + " writes a key as other bytes than those that chose the lane, at "
                + at.describe() + ": key " + shown.ofObject(key) + ", stored " + shown.of(stored) + ", hashed "
                + shown.of(at.sourceRawKey())
                + ". Equal keys with different bytes go to different lanes, which would overwrite each other's rows. "
                + advice(at.node()) + ", or write the topic's keys as the store's key serde does. Stage " + stage.id()
                + " runs by key: " + stage.routing().reason());
    }

    private boolean isHashed(byte[] stored, byte @Nullable [] hashed) {
        return hashed != null && (Arrays.equals(stored, hashed) || Arrays.equals(stored, keys.of(hashed)));
    }

    /** Whether a user's processor may be scanning the store. The DSL's operators know which rows are their lane's. */
    boolean refusesScans(String store) {
        return ofUsers.contains(store);
    }

    /**
     * Makes the exception for a scan without two bounds, which is refused since no lane of the stage has all rows of a
     * partition.
     */
    KeyLaneException refusedScan(RecordCursor at, String store) {
        return new KeyLaneException("Store " + store
                + " is asked for all rows of its partition, or all on one side of a key, but they are shared out to "
                + stage.lanes()
                + " lanes. Ask for keys, or for ranges with two bounds within the rows of the record's key. "
                + advice(at.node()) + " otherwise. Stage " + stage.id() + " runs by key: "
                + stage.routing().reason());
    }

    private static String advice(@Nullable String node) {
        return "Let the stage run by partition (" + StoatflowConfig.AFFINITY.key() + (node == null ? "" : "." + node)
                + "=PARTITION)";
    }
}
