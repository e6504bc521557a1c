package org.stoatflow.runtime.cluster;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.config.ConfigException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.state.HostInfo;

/**
 * The settings that all members of a group must agree on, so that each can continue the others' work. Two values are
 * equal where the settings are. Immutable, in the order of the names.
 */
public record MemberSettings(Map<String, String> values) {
    private static final Logger LOG = LoggerFactory.getLogger(MemberSettings.class);

    /**
     * The name of the setting that says where users reach the member ({@code application.server}); members need not
     * agree on it.
     */
    public static final String SERVER = StreamsConfig.APPLICATION_SERVER_CONFIG;

    /**
     * The name under which a member says that it is the owner, who may have no partition: the topics of its pattern are
     * gone, and what it has read of them is not committed yet. Only the owner has the setting.
     */
    private static final String OWNER = "owner";

    /** The name under which a member says that it follows the changelogs while it waits. */
    private static final String STANDBY = "standby";

    /** The name under which a member says that all members are to end; the value is who says so. */
    private static final String END = "end";

    private static final Set<String> OF_EACH = Set.of(SERVER, STANDBY, END);

    /** Stands for the settings of a member that has sent none. */
    public static final MemberSettings UNKNOWN = new MemberSettings(Map.of());

    public MemberSettings {
        values = Collections.unmodifiableMap(new TreeMap<>(values));
    }

    /** These settings, of a member that is the owner. */
    MemberSettings ofOwner() {
        Map<String, String> all = new TreeMap<>(values);
        all.put(OWNER, "yes");
        return new MemberSettings(all);
    }

    /** These settings, of a member that follows the changelogs while it waits. */
    public MemberSettings ofStandby() {
        Map<String, String> all = new TreeMap<>(values);
        all.put(STANDBY, "yes");
        return new MemberSettings(all);
    }

    /** These settings, of a member that asks all members to end. */
    MemberSettings ofEnd(String member) {
        Map<String, String> all = new TreeMap<>(values);
        all.put(END, member);
        return new MemberSettings(all);
    }

    /** The member that has asked all members to end; empty if none has. */
    public Optional<String> askedToEndBy() {
        return Optional.ofNullable(values.get(END));
    }

    /** Whether the member follows the changelogs while it waits. */
    boolean areOfStandby() {
        return values.containsKey(STANDBY);
    }

    /** Whether the member has said that it is the owner. */
    boolean areOfOwner() {
        return values.containsKey(OWNER);
    }

    /** Where users reach the member; empty if it has not said so, or not in words that are understood. */
    public Optional<HostInfo> server() {
        try {
            return Optional.ofNullable(values.get(SERVER)).map(HostInfo::buildFromEndpoint);
        } catch (ConfigException noAddress) {
            LOG.debug("A member of the group has said no address", noAddress);
            return Optional.empty();
        }
    }

    /** The settings that differ in the other member, in words. A setting that only one of the two names is left out. */
    public List<String> differencesTo(MemberSettings other) {
        List<String> differences = new ArrayList<>();
        values.forEach((name, here) -> {
            String there = other.values.get(name);
            if (there != null && !there.equals(here) && !OF_EACH.contains(name)) {
                differences.add(name + " is " + here + " here and " + there + " there");
            }
        });
        return differences;
    }
}
