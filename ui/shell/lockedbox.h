#pragma once

class QWidget;

namespace yardmaster {

class LocalWorker;
class OperationList;

/// Locking stops nothing: who locks the window in a hurry may mean that, too. Asks, in a box over
/// `parent`, whether what is under way goes on; if anything is.
void askWhatGoesOn(OperationList *operations, LocalWorker *worker, QWidget *parent);

} // namespace yardmaster
