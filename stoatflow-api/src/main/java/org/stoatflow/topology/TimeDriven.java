package org.stoatflow.topology;

/**
 * Marks a processor supplier whose processors hold rows until stream time comes to them, such as windows. Its stage has
 * a timer, and each of its processors takes its clock in {@code init}.
 */
public interface TimeDriven {}
