package org.stoatflow.model;

import java.io.IOException;

/**
 * TLC in a JVM that ends with its parent, also with one that is killed: nobody writes to its standard input, which the
 * parent's end closes.
 */
final class TlcChild {
    private TlcChild() {}

    /** Takes TLC's arguments. */
    public static void main(String[] args) throws Exception {
        Thread watch = new Thread(TlcChild::endWithParent, "parent-watch");
        watch.setDaemon(true);
        watch.start();
        tlc2.TLC.main(args);
    }

    private static void endWithParent() {
        try {
            while (System.in.read() >= 0) {
                // nothing is said to this process
            }
        } catch (IOException broken) {
            System.err.println("The parent's end of standard input is gone: " + broken.getMessage());
        }
        Runtime.getRuntime().halt(1);
    }
}
