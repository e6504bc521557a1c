/** One seed of the real engine under pauses: a program, its input, and its expected output. */
package org.stoatflow.races.engine;
