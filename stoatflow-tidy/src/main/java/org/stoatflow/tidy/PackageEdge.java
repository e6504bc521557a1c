package org.stoatflow.tidy;

/** That a package uses another of its module. */
record PackageEdge(String from, String to) {
    @Override
    public String toString() {
        return from + " -> " + to;
    }
}
