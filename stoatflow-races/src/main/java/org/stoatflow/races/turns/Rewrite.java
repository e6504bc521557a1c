package org.stoatflow.races.turns;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Set;
import java.util.function.BiPredicate;

/** Puts places to switch into a class: before each access to what threads share, and where threads wait and wake. */
final class Rewrite {
    private static final ClassDesc TURNS = ClassDesc.of(Turns.class.getName());
    private static final ClassDesc THREAD = ClassDesc.of("java.lang.Thread");
    private static final MethodTypeDesc VOID = MethodTypeDesc.of(ConstantDescs.CD_void);
    private static final Set<String> QUEUES = Set.of("java/util/Queue", "java/util/concurrent/ConcurrentLinkedQueue");
    private static final Set<String> TURN_OF_LOCK_SUPPORT = Set.of("park", "parkNanos", "unpark");

    private final BiPredicate<String, String> isVolatile;

    /** @param isVolatile whether a class has a volatile field of that name */
    Rewrite(BiPredicate<String, String> isVolatile) {
        this.isVolatile = isVolatile;
    }

    byte[] of(byte[] bytes) {
        ClassFile file = ClassFile.of();
        return file.transformClass(file.parse(bytes), ClassTransform.transformingMethodBodies(this::element));
    }

    private void element(CodeBuilder code, CodeElement element) {
        switch (element) {
            case InvokeInstruction call -> invoke(code, call);
            case FieldInstruction field -> {
                if (isVolatile.test(field.owner().asInternalName(), field.name().stringValue())) {
                    code.invokestatic(TURNS, "point", VOID);
                }
                code.with(field);
            }
            case MonitorInstruction monitor -> {
                code.with(monitor);
                code.invokestatic(TURNS, monitor.opcode() == Opcode.MONITORENTER ? "entered" : "left", VOID);
            }
            default -> code.with(element);
        }
    }

    private static void invoke(CodeBuilder code, InvokeInstruction call) {
        String owner = call.owner().asInternalName();
        String name = call.name().stringValue();
        if (owner.equals("java/util/concurrent/locks/LockSupport") && TURN_OF_LOCK_SUPPORT.contains(name)) {
            code.invokestatic(TURNS, name, call.typeSymbol());
        } else if (owner.equals("java/lang/Thread") && (name.equals("start") || name.equals("join"))) {
            code.invokestatic(TURNS, name, call.typeSymbol().insertParameterTypes(0, THREAD));
        } else if (owner.equals("java/lang/Thread") && (name.equals("yield") || name.equals("onSpinWait"))) {
            code.invokestatic(TURNS, name.equals("yield") ? "point" : "spin", VOID);
        } else {
            if (isShared(owner) && !name.equals("<init>")) {
                code.invokestatic(TURNS, "point", VOID);
            }
            code.with(call);
        }
    }

    private static boolean isShared(String owner) {
        return owner.startsWith("java/util/concurrent/atomic/") || QUEUES.contains(owner);
    }
}
