--------------------------- MODULE RetractedRows ---------------------------
(* docs/design/036: a row of a store upstream, and what follows from it behind a hop, under at-least-once.
   One row moves from group to group, as its input says.  Its lane reads in the store in which group it was, tells that
   group to forget it and the next one to take it, over a hop.  Each group has a lane and a changelog of its own.
   "Logged" is what a start finds: the changelog, and RocksDB, which is never ahead of it (AtLeastOnce, InvRocks).
   The constants choose the rule; the engine's are TRUE, FALSE, TRUE.                                               *)
EXTENDS Naturals, Sequences
CONSTANTS Groups,      \* of each input record
          Isolated,    \* TRUE: a round logs what the lanes had written when they left the epoch; FALSE: what they have now
          Early,       \* TRUE: rounds in which no epoch is complete log what lanes have sealed, too
          Ordered,     \* TRUE: the row is logged once all groups are
          MaxFaults    \* crashes
Moves == <<1, 2, 1, 3>>
OneMove == <<1, 2>>
N == Len(Groups)
G == {Groups[i] : i \in 1..N}
None == 0

VARIABLES next, row,         \* the row's lane: the next input record; the row's group, None at first
          hop,               \* for each group, what its lane has yet to process: <<offset, whether it takes the row>>
          members,           \* the groups that have the row
          cut, left, sealed, \* the input record behind which the epoch was cut, 0 if none is; lanes that have left; their state
          logged, logRow, logMembers, off, \* what is logged of the epoch; the changelogs; the committed offset
          faults
vars == <<next, row, hop, members, cut, left, sealed, logged, logRow, logMembers, off, faults>>

Init == /\ next = 1 /\ row = None /\ hop = [g \in G |-> <<>>] /\ members = [g \in G |-> FALSE]
        /\ cut = 0 /\ left = {} /\ sealed = [row |-> None, members |-> [g \in G |-> FALSE]]
        /\ logged = {} /\ logRow = None /\ logMembers = [g \in G |-> FALSE] /\ off = 0 /\ faults = 0

(* The row's lane takes a record.  A group that the row stays in is told to forget it, and to take it again. *)
Told(g, forgets, takes) == hop[g] \o (IF g = forgets THEN << <<next, FALSE>> >> ELSE <<>>)
                                  \o (IF g = takes THEN << <<next, TRUE>> >> ELSE <<>>)
Process == /\ next <= N
           /\ row' = Groups[next]
           /\ hop' = [g \in G |-> Told(g, row, Groups[next])]
           /\ next' = next + 1
           /\ UNCHANGED <<members, cut, left, sealed, logged, logRow, logMembers, off, faults>>

(* The lane of a group takes what it is told.  Where epochs are isolated, it leaves the epoch that is cut before. *)
OfCut(g) == hop[g] # <<>> /\ hop[g][1][1] <= cut
Take(g) == /\ hop[g] # <<>>
           /\ Isolated /\ cut > 0 => OfCut(g) \/ g \in left
           /\ members' = [members EXCEPT ![g] = hop[g][1][2]]
           /\ hop' = [hop EXCEPT ![g] = Tail(@)]
           /\ UNCHANGED <<next, row, cut, left, sealed, logged, logRow, logMembers, off, faults>>

(* The row's lane has nothing left of an epoch that is cut, so it leaves it at once. *)
Cut == /\ cut = 0 /\ next - 1 > off
       /\ cut' = next - 1
       /\ sealed' = [sealed EXCEPT !.row = row]
       /\ UNCHANGED <<next, row, hop, members, left, logged, logRow, logMembers, off, faults>>
Leave(g) == /\ cut > 0 /\ g \notin left /\ ~OfCut(g)
            /\ left' = left \cup {g}
            /\ sealed' = [sealed EXCEPT !.members[g] = members[g]]
            /\ UNCHANGED <<next, row, hop, members, cut, logged, logRow, logMembers, off, faults>>

(* A round sends changelog records; each step is an acknowledgement. *)
Complete == cut > 0 /\ left = G
LogGroup(g) == /\ Complete /\ g \notin logged
               /\ logMembers' = [logMembers EXCEPT ![g] = IF Isolated THEN sealed.members[g] ELSE members[g]]
               /\ logged' = logged \cup {g}
               /\ UNCHANGED <<next, row, hop, members, cut, left, sealed, logRow, off, faults>>
LogRow == /\ Complete /\ None \notin logged
          /\ Ordered => G \subseteq logged
          /\ logRow' = IF Isolated THEN sealed.row ELSE row
          /\ logged' = logged \cup {None}
          /\ UNCHANGED <<next, row, hop, members, cut, left, sealed, logMembers, off, faults>>
LogEarly == /\ Early /\ ~Complete
            /\ \/ logRow' = row /\ UNCHANGED logMembers
               \/ \E g \in G : logMembers' = [logMembers EXCEPT ![g] = members[g]] /\ UNCHANGED logRow
            /\ UNCHANGED <<next, row, hop, members, cut, left, sealed, logged, off, faults>>
Commit == /\ Complete /\ logged = G \cup {None}
          /\ off' = cut
          /\ cut' = 0 /\ left' = {} /\ logged' = {}
          /\ UNCHANGED <<next, row, hop, members, sealed, logRow, logMembers, faults>>

Crash == /\ faults < MaxFaults /\ faults' = faults + 1
         /\ next' = off + 1 /\ row' = logRow /\ members' = logMembers
         /\ hop' = [g \in G |-> <<>>]
         /\ cut' = 0 /\ left' = {} /\ logged' = {}
         /\ UNCHANGED <<sealed, logRow, logMembers, off>>

Quiet == next = N + 1 /\ \A g \in G : hop[g] = <<>>
Finished == off = N /\ Quiet
Work == Process \/ Cut \/ LogRow \/ LogEarly \/ Commit \/ \E g \in G : Take(g) \/ Leave(g) \/ LogGroup(g)
Next == Work \/ Crash \/ (Finished /\ UNCHANGED vars)
Spec == Init /\ [][Next]_vars /\ WF_vars(Work)

(* No key keeps what a row has left, and the last one has it: once all records are processed, those that came again too *)
InvNothingLeft == Quiet => \A g \in G : members[g] = (g = Groups[N])
Live == <>[](off = N)
=============================================================================
