package org.stoatflow.bench.scenario;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import java.util.List;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;

/** The messages of {@link Shop}, whose schema is built here, so that the build needs no compiler of Protobuf. */
final class Protobuf {
    /** A shop's event about things that have tags. */
    static final Descriptor USER_EVENT;

    static final Descriptor PRODUCT_UPDATE;
    static final Descriptor ORDER;
    static final Descriptor CLICK_STREAM;

    /** What is made of the first two. */
    static final Descriptor ITEM;

    /** An item under one of its tags. */
    static final Descriptor TAGGED;

    /** What is made of orders and clicks. */
    static final Descriptor ACTIVITY;

    private static final FieldDescriptorProto.Type TEXT = FieldDescriptorProto.Type.TYPE_STRING;
    private static final FieldDescriptorProto.Type NUMBER = FieldDescriptorProto.Type.TYPE_INT64;
    private static final FieldDescriptorProto.Type BYTES = FieldDescriptorProto.Type.TYPE_BYTES;

    static {
        FileDescriptor file = file(
                message("UserEvent", text("user"), texts("tags"), number("priority"), number("number"), bytes()),
                message("ProductUpdate", text("product"), texts("tags"), number("priority"), number("number"), bytes()),
                message("Order", text("customer"), texts("products"), number("cents"), number("number"), bytes()),
                message("ClickStream", text("customer"), texts("pages"), number("robot"), number("number"), bytes()),
                message("Item", text("source"), texts("tags"), number("priority"), number("number")),
                message("Tagged", text("source"), text("tag"), number("priority"), number("number")),
                message("Activity", text("customer"), text("kind"), number("amount"), number("number")));
        USER_EVENT = file.findMessageTypeByName("UserEvent");
        PRODUCT_UPDATE = file.findMessageTypeByName("ProductUpdate");
        ORDER = file.findMessageTypeByName("Order");
        CLICK_STREAM = file.findMessageTypeByName("ClickStream");
        ITEM = file.findMessageTypeByName("Item");
        TAGGED = file.findMessageTypeByName("Tagged");
        ACTIVITY = file.findMessageTypeByName("Activity");
    }

    private Protobuf() {}

    private static FileDescriptor file(DescriptorProto... messages) {
        FileDescriptorProto file = FileDescriptorProto.newBuilder()
                .setName("shop.proto")
                .setSyntax("proto3")
                .addAllMessageType(List.of(messages))
                .build();
        try {
            return FileDescriptor.buildFrom(file, new FileDescriptor[0]);
        } catch (DescriptorValidationException wrong) {
            throw new IllegalStateException("the schema is wrong", wrong);
        }
    }

    private static DescriptorProto message(String name, FieldDescriptorProto... fields) {
        DescriptorProto.Builder message = DescriptorProto.newBuilder().setName(name);
        for (FieldDescriptorProto field : fields) {
            message.addField(field.toBuilder().setNumber(message.getFieldCount() + 1));
        }
        return message.build();
    }

    private static FieldDescriptorProto text(String name) {
        return field(name, TEXT, FieldDescriptorProto.Label.LABEL_OPTIONAL);
    }

    private static FieldDescriptorProto texts(String name) {
        return field(name, TEXT, FieldDescriptorProto.Label.LABEL_REPEATED);
    }

    private static FieldDescriptorProto number(String name) {
        return field(name, NUMBER, FieldDescriptorProto.Label.LABEL_OPTIONAL);
    }

    private static FieldDescriptorProto bytes() {
        return field("payload", BYTES, FieldDescriptorProto.Label.LABEL_OPTIONAL);
    }

    private static FieldDescriptorProto field(
            String name, FieldDescriptorProto.Type type, FieldDescriptorProto.Label label) {
        return FieldDescriptorProto.newBuilder()
                .setName(name)
                .setType(type)
                .setLabel(label)
                .build();
    }

    /** A message of the values of its fields, in their order. */
    static DynamicMessage of(Descriptor type, Object... values) {
        DynamicMessage.Builder message = DynamicMessage.newBuilder(type);
        for (int i = 0; i < values.length; i++) {
            Object value = values[i];
            message.setField(
                    type.getFields().get(i), value instanceof byte[] bytes ? ByteString.copyFrom(bytes) : value);
        }
        return message.build();
    }

    static String text(DynamicMessage message, String field) {
        return (String) message.getField(named(message, field));
    }

    static long number(DynamicMessage message, String field) {
        return (long) message.getField(named(message, field));
    }

    static List<String> texts(DynamicMessage message, String field) {
        return ((List<?>) message.getField(named(message, field)))
                .stream().map(String.class::cast).toList();
    }

    private static FieldDescriptor named(DynamicMessage message, String field) {
        FieldDescriptor found = message.getDescriptorForType().findFieldByName(field);
        if (found == null) {
            throw new IllegalArgumentException(message.getDescriptorForType().getName() + " has no field " + field);
        }
        return found;
    }

    static DynamicMessage parse(Descriptor type, byte[] bytes) {
        try {
            return DynamicMessage.parseFrom(type, bytes);
        } catch (InvalidProtocolBufferException unreadable) {
            throw new SerializationException("no message of type " + type.getName(), unreadable);
        }
    }

    static Serde<DynamicMessage> serde(Descriptor type) {
        return Serdes.serdeFrom((topic, message) -> message.toByteArray(), (topic, bytes) -> parse(type, bytes));
    }
}
