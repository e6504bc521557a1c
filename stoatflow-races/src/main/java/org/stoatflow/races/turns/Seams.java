package org.stoatflow.races.turns;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeInstruction;

/** What is put into the engine's code where threads meet. */
public interface Seams {
    /**
     * Before an access to what threads share: an atomic, a volatile field, a concurrent queue.
     *
     * @param site which place it is: the same number for the same place of the same class
     */
    void beforeAccess(CodeBuilder code, int site);

    /** Whether it has put something in place of the call. */
    boolean inPlaceOf(CodeBuilder code, InvokeInstruction call, int site);

    /** After a monitor is entered or left. */
    void afterMonitor(CodeBuilder code, Opcode opcode);
}
