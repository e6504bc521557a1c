package org.stoatflow.parity.diff.run;

/** A value that can be changed in place, as users' own classes often can. */
final class Tally {
    long number;
    String trail;

    Tally(long number, String trail) {
        this.number = number;
        this.trail = trail;
    }

    /** A new value with more in it. */
    Tally plus(long more, String mark) {
        return new Tally(number + more, trail + mark);
    }

    /** This value, changed. */
    Tally add(long more, String mark) {
        number += more;
        trail += mark;
        return this;
    }

    /** Either of the two. */
    Tally plus(long more, String mark, boolean mutates) {
        return mutates ? add(more, mark) : plus(more, mark);
    }

    @Override
    public String toString() {
        return number + trail;
    }
}
