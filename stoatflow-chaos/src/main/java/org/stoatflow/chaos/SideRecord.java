package org.stoatflow.chaos;

/**
 * A record of a topic that is deleted or cut. Its name is its value.
 *
 * @param serial 1, 2, 3, ... in its topic
 */
record SideRecord(String topic, int serial) {
    private static final int WARDS = 7;

    static SideRecord parse(String name) {
        int space = name.lastIndexOf(' ');
        return new SideRecord(name.substring(0, space), Integer.parseInt(name.substring(space + 1)));
    }

    String name() {
        return topic + " " + serial;
    }

    /** The key by which the record is counted. */
    String ward() {
        return topic + "/" + serial % WARDS;
    }
}
