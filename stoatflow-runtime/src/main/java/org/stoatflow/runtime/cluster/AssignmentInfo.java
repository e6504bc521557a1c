package org.stoatflow.runtime.cluster;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The note that the group's leader sends each member with its assignment. Immutable.
 *
 * @param owner the {@code group.instance.id} of the member that is to have all partitions
 * @param settings the owner's settings
 * @param topics the topics that the owner subscribes to, with the numbers of partitions that the leader knows
 * @param standbys the settings of the other members that follow the changelogs, by {@code group.instance.id}; none
 *     where the leader is of a version that does not tell
 */
public record AssignmentInfo(
        String owner, MemberSettings settings, Map<String, Integer> topics, Map<String, MemberSettings> standbys) {
    private static final short VERSION = 1;

    public AssignmentInfo {
        topics = Collections.unmodifiableMap(new TreeMap<>(topics));
        standbys = Collections.unmodifiableMap(new TreeMap<>(standbys));
    }

    /** A note of a group without standbys. */
    public AssignmentInfo(String owner, MemberSettings settings, Map<String, Integer> topics) {
        this(owner, settings, topics, Map.of());
    }

    /** Encodes a member's settings, which it sends the leader. */
    public static ByteBuffer encode(MemberSettings settings) {
        return written(out -> write(out, settings));
    }

    /** Decodes a member's settings; unknown where the member is of a version with another format. */
    public static MemberSettings settings(@Nullable ByteBuffer said) {
        return read(said, AssignmentInfo::settings).orElse(MemberSettings.UNKNOWN);
    }

    /** Encodes the note. */
    public ByteBuffer encode() {
        return written(out -> {
            out.writeUTF(owner);
            write(out, settings);
            out.writeInt(topics.size());
            for (Map.Entry<String, Integer> topic : new TreeMap<>(topics).entrySet()) {
                out.writeUTF(topic.getKey());
                out.writeInt(topic.getValue());
            }
            if (!standbys.isEmpty()) { // earlier versions read what is before, and leave the rest
                out.writeInt(standbys.size());
                for (Map.Entry<String, MemberSettings> standby : standbys.entrySet()) {
                    out.writeUTF(standby.getKey());
                    write(out, standby.getValue());
                }
            }
        });
    }

    /** Decodes the note of an assignment; empty where the leader is of a version with another format. */
    public static Optional<AssignmentInfo> decode(@Nullable ByteBuffer told) {
        return read(told, in -> {
            String owner = in.readUTF();
            MemberSettings settings = settings(in);
            Map<String, Integer> topics = new TreeMap<>();
            for (int left = in.readInt(); left > 0; left--) {
                topics.put(in.readUTF(), in.readInt());
            }
            Map<String, MemberSettings> standbys = new TreeMap<>();
            for (int left = in.available() > 0 ? in.readInt() : 0; left > 0; left--) {
                standbys.put(in.readUTF(), settings(in));
            }
            return new AssignmentInfo(owner, settings, topics, standbys);
        });
    }

    private static void write(DataOutputStream out, MemberSettings settings) throws IOException {
        out.writeInt(settings.values().size());
        for (Map.Entry<String, String> setting : settings.values().entrySet()) {
            out.writeUTF(setting.getKey());
            out.writeUTF(setting.getValue());
        }
    }

    private static MemberSettings settings(DataInputStream in) throws IOException {
        Map<String, String> values = new TreeMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            values.put(in.readUTF(), in.readUTF());
        }
        return new MemberSettings(values);
    }

    private interface Writing {
        void to(DataOutputStream out) throws IOException;
    }

    private interface Reading<T> {
        T from(DataInputStream in) throws IOException;
    }

    private static ByteBuffer written(Writing body) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeShort(VERSION);
            body.to(out);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible); // a write to memory does not fail
        }
        return ByteBuffer.wrap(bytes.toByteArray());
    }

    private static <T> Optional<T> read(@Nullable ByteBuffer said, Reading<T> body) {
        if (said == null) {
            return Optional.empty();
        }
        byte[] bytes = new byte[said.remaining()];
        said.duplicate().get(bytes);
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            return in.readShort() == VERSION ? Optional.of(body.from(in)) : Optional.empty();
        } catch (IOException notOurs) {
            return Optional.empty(); // the sender uses a format that is not known here
        }
    }
}
