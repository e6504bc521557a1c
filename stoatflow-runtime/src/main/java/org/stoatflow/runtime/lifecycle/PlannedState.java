package org.stoatflow.runtime.lifecycle;

import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.state.StateEngine;

/** An open state, and the plan by which it can be read. Immutable. */
record PlannedState(Plan plan, StateEngine state) {}
