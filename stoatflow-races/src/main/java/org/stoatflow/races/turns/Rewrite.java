package org.stoatflow.races.turns;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.util.Set;
import java.util.function.BiPredicate;

/**
 * Puts seams into a class: before each access to what threads share, and at the calls by which threads wait and wake.
 */
final class Rewrite {
    private static final Set<String> QUEUES = Set.of("java/util/Queue", "java/util/concurrent/ConcurrentLinkedQueue");
    private static final Set<String> MAPS =
            Set.of("java/util/concurrent/ConcurrentMap", "java/util/concurrent/ConcurrentHashMap");

    private final BiPredicate<String, String> isVolatile;
    private final Seams seams;

    /** @param isVolatile whether a class has a volatile field of a name */
    Rewrite(BiPredicate<String, String> isVolatile, Seams seams) {
        this.isVolatile = isVolatile;
        this.seams = seams;
    }

    byte[] of(byte[] bytes) {
        ClassFile file = ClassFile.of();
        ClassModel read = file.parse(bytes);
        Sites sites = new Sites(read.thisClass().asInternalName().hashCode());
        return file.transformClass(
                read, ClassTransform.transformingMethodBodies((code, element) -> element(code, element, sites)));
    }

    /** Numbers the places of a class in the order of its code. */
    private static final class Sites {
        private int next;

        Sites(int first) {
            next = first;
        }

        int next() {
            return next++;
        }
    }

    private void element(CodeBuilder code, CodeElement element, Sites sites) {
        switch (element) {
            case InvokeInstruction call -> invoke(code, call, sites);
            case FieldInstruction field -> {
                if (isVolatile.test(field.owner().asInternalName(), field.name().stringValue())) {
                    seams.beforeAccess(code, sites.next());
                }
                code.with(field);
            }
            case MonitorInstruction monitor -> {
                code.with(monitor);
                seams.afterMonitor(code, monitor.opcode());
            }
            default -> code.with(element);
        }
    }

    private void invoke(CodeBuilder code, InvokeInstruction call, Sites sites) {
        if (seams.inPlaceOf(code, call, sites.next())) {
            return;
        }
        if (isShared(call.owner().asInternalName())
                && !call.name().stringValue().equals("<init>")) {
            seams.beforeAccess(code, sites.next());
        }
        code.with(call);
        if (MAPS.contains(call.owner().asInternalName())) {
            seams.beforeAccess(code, sites.next()); // what follows may be a block that is one step
        }
    }

    private static boolean isShared(String owner) {
        return owner.startsWith("java/util/concurrent/atomic/") || QUEUES.contains(owner) || MAPS.contains(owner);
    }
}
