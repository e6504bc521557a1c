package org.stoatflow.tck;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Interfaces;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.stoatflow.relocation.ConstantTexts;

/**
 * Makes the two folders that Kafka Streams' integration tests need beside the drop-in: helper classes of theirs some of
 * whose methods call {@link KitHelpers}, and Kafka Streams' own internals, for tests that name them.
 */
final class KitClasses {
    private static final String STREAMS = "org/apache/kafka/streams/";
    private static final String STATE = STREAMS + "processor/internals/StreamThread$State";
    private static final String VALIDATOR =
            "org.apache.kafka.streams.processor.internals.ThreadStateTransitionValidator";
    private static final String STORE_BUILDER = STREAMS + "state/internals/KeyValueStoreBuilder";
    private static final String OUR_STORE_BUILDER =
            KitStoreBuilder.class.getName().replace('.', '/');
    private static final ClassDesc APPLICATION = ClassDesc.of("org.apache.kafka.streams.KafkaStreams");
    private static final ClassDesc PROPERTIES = ClassDesc.of(Properties.class.getName());
    private static final ClassDesc HELPERS = ClassDesc.of(KitHelpers.class.getName());

    /** A method of theirs, and the one of ours that it calls instead of what it did. */
    private record Replaced(String type, String method, String by) {}

    private static final List<Replaced> REPLACED = List.of(
            new Replaced(STREAMS + "integration/utils/IntegrationTestUtils", "getStateListener", "stateListener"),
            new Replaced(STREAMS + "integration/KafkaStreamsWrapper", "setStreamThreadStateListener", "threadStates"),
            new Replaced("org/apache/kafka/test/MockApiProcessorSupplier", "capturedProcessors", "capturedApi"),
            new Replaced("org/apache/kafka/test/MockProcessorSupplier", "capturedProcessors", "captured"));

    /** A test that asks for the order of its input over all keys, and its method that makes the configuration. */
    private record ByPartition(String type, String method) {}

    private static final List<ByPartition> BY_PARTITION =
            List.of(new ByPartition(STREAMS + "integration/PauseResumeIntegrationTest", "props"));

    /** Tests that put their executions in an order by chance, so that their numbers in the lists would say nothing. */
    private static final List<String> IN_ANY_ORDER = List.of(
            STREAMS + "integration/IQv2StoreIntegrationTest", STREAMS + "integration/PositionRestartIntegrationTest");

    /** A method that reads a store as soon as records are processed, and the field of the application. */
    private record ReadsAtOnce(String type, String method, String field) {}

    private static final List<ReadsAtOnce> READ_AT_ONCE = List.of(new ReadsAtOnce(
            STREAMS + "integration/KStreamAggregationIntegrationTest", "verifySessionStore", "kafkaStreams"));

    private KitClasses() {}

    /**
     * Writes the helpers: of each class on the class path that has a replaced method, a thread's states, a builder of
     * stores that is ours, tests whose stages are to run by partition, tests with an order by chance,
     * and tests that read stores at once.
     */
    static void writeHelpers(Path target) throws IOException {
        for (Replaced each : REPLACED) {
            write(target, each.type(), replaced(read(each.type()), each));
        }
        write(target, STATE, withValidator(read(STATE)));
        write(
                target,
                STORE_BUILDER,
                ConstantTexts.changed(read(OUR_STORE_BUILDER), text -> text.replace(OUR_STORE_BUILDER, STORE_BUILDER)));
        for (ByPartition each : BY_PARTITION) {
            write(target, each.type(), byPartition(read(each.type()), each.method()));
        }
        for (String each : IN_ANY_ORDER) {
            write(target, each, inOneOrder(read(each)));
        }
        for (ReadsAtOnce each : READ_AT_ONCE) {
            write(target, each.type(), afterCommit(read(each.type()), each));
        }
    }

    private static byte[] afterCommit(byte[] classFile, ReadsAtOnce one) {
        ClassFile format = ClassFile.of();
        ClassModel model = format.parse(classFile);
        CodeTransform wait = new CodeTransform() {
            @Override
            public void atStart(CodeBuilder code) {
                code.aload(0);
                code.getfield(model.thisClass().asSymbol(), one.field(), APPLICATION);
                code.invokestatic(
                        HELPERS, "awaitCommitted", MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object));
            }

            @Override
            public void accept(CodeBuilder code, CodeElement element) {
                code.with(element);
            }
        };
        return format.transformClass(
                model,
                ClassTransform.transformingMethodBodies(
                        method -> method.methodName().equalsString(one.method()), wait));
    }

    /** The number by which the class begins its order is the same in each run. */
    private static byte[] inOneOrder(byte[] classFile) {
        ClassFile format = ClassFile.of();
        return format.transformClass(
                format.parse(classFile),
                ClassTransform.transformingMethodBodies(
                        model -> model.methodName().equalsString(ConstantDescs.CLASS_INIT_NAME), (code, element) -> {
                            code.with(element);
                            if (element instanceof InvokeInstruction call
                                    && call.name().equalsString("nextLong")) {
                                code.pop2();
                                code.loadConstant(1L);
                            }
                        }));
    }

    private static byte[] byPartition(byte[] classFile, String method) {
        ClassFile format = ClassFile.of();
        return format.transformClass(
                format.parse(classFile),
                ClassTransform.transformingMethodBodies(
                        model -> model.methodName().equalsString(method), (code, element) -> {
                            if (element instanceof ReturnInstruction) {
                                code.invokestatic(HELPERS, "byPartition", MethodTypeDesc.of(PROPERTIES, PROPERTIES));
                            }
                            code.with(element);
                        }));
    }

    private static byte[] read(String type) throws IOException {
        try (InputStream in = KitClasses.class.getClassLoader().getResourceAsStream(type + ".class")) {
            if (in == null) {
                throw new IOException(type + " is not on the class path");
            }
            return in.readAllBytes();
        }
    }

    private static void write(Path target, String type, byte[] classFile) throws IOException {
        Path file = target.resolve(type + ".class");
        Files.createDirectories(file.getParent());
        Files.write(file, classFile);
    }

    /** Listeners of threads are told of states by this interface; the drop-in's states need none. */
    private static byte[] withValidator(byte[] classFile) {
        ClassFile format = ClassFile.of();
        return format.transformClass(
                format.parse(classFile),
                ClassTransform.dropping(element -> element instanceof Interfaces)
                        .andThen(ClassTransform.endHandler(
                                builder -> builder.with(Interfaces.ofSymbols(ClassDesc.of(VALIDATOR))))));
    }

    /** Writes the internals of a jar that are not on the class path: where tests only name them, they can be loaded. */
    static void writeInternals(Path jar, Path target) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : zip.stream().toList()) {
                String name = entry.getName();
                if (name.startsWith(STREAMS)
                        && name.contains("/internals/")
                        && name.endsWith(".class")
                        && KitClasses.class.getClassLoader().getResource(name) == null) {
                    String type = name.substring(0, name.length() - ".class".length());
                    write(target, type, zip.getInputStream(entry).readAllBytes());
                }
            }
        }
    }

    private static byte[] replaced(byte[] classFile, Replaced one) throws IOException {
        ClassFile format = ClassFile.of();
        ClassModel model = format.parse(classFile);
        Set<String> done = new HashSet<>();
        byte[] changed = format.transformClass(model, (builder, element) -> {
            if (element instanceof MethodModel method && method.methodName().equalsString(one.method())) {
                done.add(one.method());
                builder.withMethodBody(
                        method.methodName(),
                        method.methodType(),
                        method.flags().flagsMask(),
                        code -> call(code, model, method, one.by()));
            } else {
                builder.with(element);
            }
        });
        if (done.isEmpty()) {
            throw new IOException(one + " is not there");
        }
        return changed;
    }

    /** Hands all that the method is given, its object first, to ours as plain objects, and gives back what comes. */
    private static void call(CodeBuilder code, ClassModel model, MethodModel method, String ours) {
        MethodTypeDesc type = method.methodTypeSymbol();
        List<ClassDesc> given = new ArrayList<>();
        int slot = 0;
        if (!method.flags().has(AccessFlag.STATIC)) {
            code.aload(slot++);
            given.add(ConstantDescs.CD_Object);
        }
        for (ClassDesc parameter : type.parameterList()) {
            TypeKind kind = TypeKind.from(parameter);
            code.loadLocal(kind, slot);
            slot += kind.slotSize();
            given.add(parameter.isPrimitive() ? parameter : ConstantDescs.CD_Object);
        }
        ClassDesc result = type.returnType();
        ClassDesc plain = result.isPrimitive() ? result : ConstantDescs.CD_Object;
        code.invokestatic(HELPERS, ours, MethodTypeDesc.of(plain, given));
        if (!result.isPrimitive()) {
            code.checkcast(result);
        }
        code.return_(TypeKind.from(result));
    }
}
