package org.stoatflow.relocation;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The texts among a class file's constants. Whatever a class file names stands there: types, descriptors, signatures,
 * annotations, and the strings of the program.
 */
public final class ConstantTexts {
    private static final int UTF8 = 1;
    private static final int LONG = 5;
    private static final int DOUBLE = 6;

    private ConstantTexts() {}

    /** The class file with each text changed; all else stays as it is. */
    public static byte[] changed(byte[] classFile, UnaryOperator<String> change) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(classFile));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(classFile.length + 1024);
        DataOutputStream out = new DataOutputStream(bytes);
        out.write(in.readNBytes(8)); // magic number and version
        int count = in.readUnsignedShort();
        out.writeShort(count);
        for (int i = 1; i < count; i++) {
            int tag = in.readUnsignedByte();
            out.writeByte(tag);
            if (tag == UTF8) {
                out.writeUTF(change.apply(in.readUTF()));
            } else {
                out.write(in.readNBytes(lengthOf(tag)));
            }
            if (tag == LONG || tag == DOUBLE) {
                i++; // such a constant takes two places
            }
        }
        in.transferTo(out);
        return bytes.toByteArray();
    }

    /** All texts, in the order of the file. */
    public static List<String> of(byte[] classFile) throws IOException {
        List<String> texts = new ArrayList<>();
        changed(classFile, text -> {
            texts.add(text);
            return text;
        });
        return texts;
    }

    /** Bytes of a constant behind its tag: Java Virtual Machine Specification, 4.4. */
    private static int lengthOf(int tag) {
        return switch (tag) {
            case 7, 8, 16, 19, 20 -> 2;
            case 15 -> 3;
            case 3, 4, 9, 10, 11, 12, 17, 18 -> 4;
            case LONG, DOUBLE -> 8;
            default -> throw new IllegalStateException("unknown constant, tag=" + tag);
        };
    }
}
