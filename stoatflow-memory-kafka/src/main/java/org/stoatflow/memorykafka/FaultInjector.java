package org.stoatflow.memorykafka;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * The faults that are switched on: one-shot, for the next call of a kind on one client, or by probability, for
 * every client. A client asks once for each call; the first fault that fits is taken.
 */
public final class FaultInjector {
    private static final double NEVER = 0.0;
    private static final long SLOW_MARKERS_MS_DEFAULT = 50;

    private record Armed(String clientId, FaultPoint point, FaultEffect effect) {}

    private record Odds(FaultEffect effect, double probability) {}

    private final RandomGenerator random;
    private final Journal journal;
    private final List<Armed> armed = new ArrayList<>();
    private final Map<FaultPoint, List<Odds>> odds = new EnumMap<>(FaultPoint.class);
    private long slowMarkersMs = SLOW_MARKERS_MS_DEFAULT;
    private boolean markersSpread;
    private StrikeListener listener = (clientId, point, effect) -> {};

    /** Is told of each call that a fault strikes, before it takes effect. */
    @FunctionalInterface
    public interface StrikeListener {
        void onStrike(String clientId, FaultPoint point, FaultEffect effect);
    }

    FaultInjector(RandomGenerator random, Journal journal) {
        this.random = random;
        this.journal = journal;
    }

    /** Strikes the next call of the kind on the client with this {@code client.id}. */
    public void strikeNext(String clientId, FaultPoint point, FaultEffect effect) {
        requireFitting(point, effect);
        armed.add(new Armed(clientId, point, effect));
    }

    /** Strikes each call of the kind, on any client, with this probability; 0 switches it off. */
    public void strikeOften(FaultPoint point, FaultEffect effect, double probability) {
        requireFitting(point, effect);
        List<Odds> atPoint = odds.computeIfAbsent(point, unknown -> new ArrayList<>());
        atPoint.removeIf(each -> each.effect() == effect);
        if (probability > NEVER) {
            atPoint.add(new Odds(effect, probability));
        }
    }

    /** Has the watcher told of every strike from now on. */
    public void onStrikes(StrikeListener newListener) {
        listener = newListener;
    }

    /** How late all markers of a transaction come when {@link FaultPoint#MARKERS} is struck. */
    public void slowMarkersBy(long delayMs) {
        slowMarkersMs = delayMs;
        markersSpread = false;
    }

    /** From now on each marker of a struck transaction comes at a time of its own, the last one this late at most. */
    public void spreadMarkersOver(long delayMsMax) {
        slowMarkersMs = delayMsMax;
        markersSpread = true;
    }

    /** Switches everything off: from here on the cluster is healthy. */
    public void clear() {
        armed.clear();
        odds.clear();
    }

    /** How late the next slow marker comes. */
    long slowMarkerMs() {
        return markersSpread ? 1 + random.nextLong(slowMarkersMs) : slowMarkersMs;
    }

    FaultEffect take(String clientId, FaultPoint point) {
        FaultEffect effect = armed.isEmpty() ? FaultEffect.NONE : takeArmed(clientId, point);
        if (effect == FaultEffect.NONE && !odds.isEmpty()) {
            effect = draw(odds.getOrDefault(point, List.of()));
        }
        if (effect != FaultEffect.NONE) {
            journal.note(JournalEvent.FAULT, clientId + " " + point + " " + effect, 0, 0);
            listener.onStrike(clientId, point, effect);
        }
        return effect;
    }

    private FaultEffect takeArmed(String clientId, FaultPoint point) {
        for (int i = 0; i < armed.size(); i++) {
            Armed fault = armed.get(i);
            if (fault.point() == point && fault.clientId().equals(clientId)) {
                armed.remove(i);
                return fault.effect();
            }
        }
        return FaultEffect.NONE;
    }

    private FaultEffect draw(List<Odds> atPoint) {
        for (Odds each : atPoint) {
            if (random.nextDouble() < each.probability()) {
                return each.effect();
            }
        }
        return FaultEffect.NONE;
    }

    private static void requireFitting(FaultPoint point, FaultEffect effect) {
        if (!point.allows(effect)) {
            throw new IllegalArgumentException("effect=" + effect + " cannot strike at point=" + point);
        }
    }
}
