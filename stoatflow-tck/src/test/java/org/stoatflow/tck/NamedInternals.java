package org.stoatflow.tck;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * What the classes of a library name of Kafka Streams' internals: classes, also in strings, as hints for native images
 * have them, and members with their descriptors.
 */
final class NamedInternals {
    private static final Pattern INTERNAL =
            Pattern.compile("org[/.]apache[/.]kafka[/.]streams[/.](?:\\w+[/.])*internals[/.](?:\\w+[/.])*[\\w$]+");
    private static final String THEIRS = "org/apache/kafka/streams/";

    private final Set<String> names = new TreeSet<>();

    private NamedInternals() {}

    /** Classes with slashes; members behind a hash, a field with a colon before its type. */
    static Set<String> in(Path jar) throws IOException {
        NamedInternals named = new NamedInternals();
        try (ZipFile files = new ZipFile(jar.toFile())) {
            Enumeration<? extends ZipEntry> entries = files.entries();
            while (entries.hasMoreElements()) {
                ZipEntry entry = entries.nextElement();
                if (entry.getName().matches(".*\\.class(data)?")) { // an agent keeps some classes from the class path
                    try (InputStream in = files.getInputStream(entry)) {
                        named.add(ClassFile.of().parse(in.readAllBytes()));
                    }
                }
            }
        }
        return named.names;
    }

    private void add(ClassModel type) {
        if (isInternal(type.thisClass().asInternalName())) {
            return; // the library's own
        }
        for (PoolEntry entry : type.constantPool()) {
            if (entry instanceof MemberRefEntry member
                    && isInternal(member.owner().asInternalName())) {
                String descriptor = member.type().stringValue();
                names.add(member.owner().asInternalName() + "#" + member.name().stringValue()
                        + (descriptor.startsWith("(") ? "" : ":") + descriptor);
            } else if (entry instanceof Utf8Entry text) {
                Matcher found = INTERNAL.matcher(text.stringValue());
                while (found.find()) {
                    names.add(found.group().replace('.', '/'));
                }
            }
        }
    }

    private static boolean isInternal(String type) {
        return type.startsWith(THEIRS) && type.contains("/internals/");
    }
}
